// Whoever writes operations writes fixtures for their arguments too.
@_exported import TestBuilders
