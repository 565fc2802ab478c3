# The targets and the simulated SDK. Read by `check`.
# shellcheck shell=bash disable=SC2034,SC2154

# --- Targets ---------------------------------------------------------------------------------------------------------

# Sets platform, system (its version), triple and base: the triple that the SDK is compiled for, older than all others.
choose() {
  platform="${1%%[0-9]*}" system="${1##*[a-z]}"
  platform="${platform,,}"
  [ -n "$system" ] || system="$(least "$platform")"
  [[ "$system" == *.* ]] || system+=.0
  # Code for x86_64 runs in a simulator.
  local simulator=-simulator oldest name="$platform"
  [ "$architecture" = x86_64 ] || simulator=
  case "$platform" in
  macos) name=macosx oldest=10.15 simulator= ;;
  ios | tvos) oldest=13.0 ;;
  watchos) oldest=7.0 ;;
  visionos) name=xros oldest=1.0 ;;
  *) fail "unknown target $1: macos13, ios16, tvos16, watchos9, visionos1" ;;
  esac
  [[ "$system" =~ ^[0-9]+\.[0-9]+$ ]] || fail "no version in the target $1, and none in the package"
  local machine="${architecture/aarch64/arm64}"
  triple="$machine-apple-$name$system$simulator" base="$machine-apple-$name$oldest$simulator"
}

# --- The simulated SDK -----------------------------------------------------------------------------------------------

# What every compilation for the SDK is called with; the triple aside.
sdk_flags=()
set_sdk_flags() {
  sdk="$scratch/sdk-$({
    printf '%s %s ' "$version" "$base"
    find "$here/sdk" -type f -print0 | sort -z | xargs -0 cat
  } | cksum | tr -d ' ')"
  stubs="$sdk/stubs-$(find "$here/stubs" -type f -print0 | sort -z | xargs -0 cat | cksum | tr -d ' ')"
  sdk_flags=(
    -sdk "$sdk/root" -resource-dir "$sdk/resources" -module-cache-path "$sdk/cache"
    -I "$sdk/modules" -I "$stubs" -I "$sdk/resources/shims" -Xcc -isystem -Xcc "$sdk/root/usr/include" -diagnostic-style llvm
  )
}

# The toolchain's interfaces for Linux name the versions of Apple's systems too: only what they say of the target and of
# the C library is changed. Which systems the standard library's own bodies need is not checked.
compile_interface() {
  local module="$1"
  [ ! -f "$sdk/modules/$module.swiftmodule" ] || return 0
  sed -e '/^ *@backDeployed(.*)$/d' -e 's/@backDeployed([^)]*) //' -e 's/^\(.*import\) Glibc/\1 Darwin/' \
    -e 's/_swift_stdlib_gettid()/UInt32()/' \
    -e "s,^// swift-module-flags: ,&-disable-availability-checking ," \
    -e "s/-target $host/-target $base/" \
    "$resources/linux/$module.swiftmodule/$host.swiftinterface" >"$sdk/interfaces/$module.swiftinterface"
  swiftc -frontend -compile-module-from-interface "${sdk_flags[@]}" -disable-objc-interop -target "$base" -module-name "$module" \
    -disable-implicit-concurrency-module-import -disable-implicit-string-processing-module-import \
    $(grep -om 1 -e -parse-stdlib "$sdk/interfaces/$module.swiftinterface" || true) -disable-availability-checking \
    -o "$sdk/modules/$module.swiftmodule" "$sdk/interfaces/$module.swiftinterface" >"$sdk/$module.log" 2>&1 \
    || { grep error: "$sdk/$module.log" | head -n 20 >&2 && fail "the interface of $module does not compile for $base"; }
}

# A stub is a file, or a folder of them.
files_of_stub() {
  find "$here/stubs/$1" "$here/stubs/$1.swift" -name '*.swift' 2>/dev/null | sort
}

# Each stub after those that it imports.
stubs_in_order() {
  local path name import files
  for path in "$here"/stubs/*; do
    name="$(basename "$path" .swift)"
    mapfile -t files < <(files_of_stub "$name")
    sed -nE 's/^ *(@[_a-z]+ )?(public )?import ([A-Za-z]+)$/\3/p' "${files[@]}" | while read -r import; do
      [ ! -e "$here/stubs/$import.swift" ] && [ ! -d "$here/stubs/$import" ] || echo "$import $name"
    done
    echo "$name $name"
  done | awk '$1 != $2 || !seen[$0]++' | tsort
}

build_sdk() {
  local module stub
  if [ ! -f "$sdk/done" ]; then
    mkdir -p "$sdk"/{root,modules,interfaces,resources}
    cp -R "$here/sdk/usr" "$sdk/root/"
    ln -sfn "$resources/clang" "$resources/shims" "$resources/apinotes" "$sdk/resources/"
    printf '{"CanonicalName":"%s26.0","Version":"26.0","DisplayName":"simulated","MaximumDeploymentTarget":"26.0.99",%s}' \
      "$platform" '"VersionMap":{},"DefaultDeploymentTarget":"26.0","SupportedTargets":{}' >"$sdk/root/SDKSettings.json"
    for module in "${interfaces[@]}"; do compile_interface "$module"; done
    touch "$sdk/done"
  fi
  if [ ! -f "$stubs/done" ]; then
    rm -rf "$sdk"/stubs-*
    mkdir -p "$stubs"
    local files
    for stub in $(stubs_in_order); do
      mapfile -t files < <(files_of_stub "$stub")
      swiftc -frontend -emit-module -parse-as-library "${sdk_flags[@]}" -disable-objc-interop -target "$base" \
        -swift-version 5 -enable-library-evolution -module-name "$stub" \
        $(sed -n 's,^// flags: ,,p' "${files[@]}") \
        "${files[@]}" -o "$stubs/$stub.swiftmodule" >"$stubs/$stub.log" 2>&1 \
        || { grep error: "$stubs/$stub.log" | sed "s,$here/,," >&2 && fail "the stub of $stub does not compile for $base"; }
    done
    touch "$stubs/done"
  fi
}

# Whether the check can be relied on: an unguarded use of a newer declaration has to be an error, a guarded one must not be;
# code under `#if` for Apple platforms has to be read; and what is only a warning has to be told.
control() {
  local log="$work/control.log" expected told
  swiftc -frontend -typecheck -parse-as-library "${swift_flags[@]}" "${plugins[@]}" -swift-version 6 -module-name Control \
    "$here/control/Control.swift" >"$log" 2>&1 || true
  # Its comments say which lines have errors, on systems before which, and which have warnings.
  expected="$(awk -v platform="$platform" -v least="$system" '
    /\/\/ warning$/ { print FNR }
    match($0, "// before .*" platform " [0-9.]+") {
      text = substr($0, RSTART, RLENGTH); sub(".* ", "", text); split(text, limit, "."); split(least, own, ".")
      if (own[1] + 0 < limit[1] + 0 || (own[1] + 0 == limit[1] + 0 && own[2] + 0 < limit[2] + 0)) print FNR
    }' "$here/control/Control.swift" | sort -nu | tr '\n' ' ')"
  told="$(sed -nE 's/^.*Control\.swift:([0-9]+):[0-9]+: (error|warning): .*/\1/p' "$log" | sort -nu | tr '\n' ' ')"
  if [ "$expected" != "$told" ] || [ -z "$expected" ]; then
    sed "s,$here/,," "$log" >&2
    fail "the control failed for $triple: diagnostics in lines $told, expected in lines $expected"
  fi
}

# Whether conditions are answered as an older compiler would, and the names that it lacks are found.
control_conditions() {
  local told expected=''
  [ "$older" != 6.1 ] || expected='Conditions.swift:6:15: error: Task.immediate needs Swift 6.2'
  cp "$here/control/Conditions.swift" "$work/"
  told="$("$helper" rewrite "$older" "$current" "$work" "$work/older" "$limits" "$here/newer.txt" <<<"$work/Conditions.swift")"
  awk -F '  // as if: ' 'NF == 2 { if ($1 == $2) right++; else wrong++ } END { exit !(right == 2 && !wrong) }' \
    "$work/older/Conditions.swift" && [ "$told" = "$expected" ] \
    || fail "the control of conditions failed for Swift $older: $told"
}
