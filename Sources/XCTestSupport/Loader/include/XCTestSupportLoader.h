// Nothing to import: linking this target installs the bridge.
