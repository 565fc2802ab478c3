# The packages and their modules. Read by `check`.
# shellcheck shell=bash disable=SC2034,SC2154

folders=()
# Asks SwiftPM about the package and about those in its folders.
describe_packages() {
  local manifest folder name what arguments
  while read -r manifest; do
    folder="$(dirname "$manifest")"
    name="${folder//\//+}" && [ "$folder" != . ] || name=root
    case "$folder" in
    .) ;;
    Tests/*) asks_for tests || continue ;;
    Example*) asks_for examples || continue ;;
    esac
    for what in describe dump; do
      arguments=(describe --type json)
      [ "$what" = describe ] || arguments=(dump-package)
      TMPDIR="$work" swift package --package-path "$checkout/$folder" --scratch-path "$scratch/swiftpm" \
        --cache-path "$scratch/swiftpm/cache" "${arguments[@]}" \
        >"$work/$name.$what" 2>"$work/$name.log" || { cat "$work/$name.log" >&2 && fail "SwiftPM cannot read $manifest"; }
    done
    folders+=("$folder")
  done < <(cd "$checkout" && find . -name '.?*' -prune -o -name Package.swift -print | sed 's,^\./,,' \
    | awk -F/ '{ print NF, $0 }' | sort -k 1n -k 2 | cut -d ' ' -f 2)
}

# The least version of a platform that the package supports.
least() {
  tr -d ' \n' <"$work/root.describe" | sed -n "s/.*{\"name\":\"$1\",\"version\":\"\([0-9.]*\)\"}.*/\1/p"
}

# Compiles one target, and leaves its diagnostics in a log. Takes the fields of a line of the plan.
check_module() {
  local kind="$1" group="$2" mode="$3" has_resources="$4" package="$5" module="$6" folder="$7" extra=() log status=0
  [ "$8" = - ] || read -ra extra <<<"$8"
  log="$out/$group.$module.log"
  local sources=()
  mapfile -t sources <"$out/$module.sources"
  local inputs=("${sources[@]}")
  if [ -n "$older" ] && [ "$kind" = test ]; then
    mapfile -t inputs < <(mark_affected <"$out/$module.sources")
    [[ " ${inputs[*]} " == *' -primary-file '* ]] || return 0
  fi
  if [ "$kind" = clang ]; then
    local source
    for source in "${sources[@]}"; do
      case "$source" in
      *.c | *.m)
        "$clang" -fsyntax-only "${clang_flags[@]}" -fblocks -DSWIFT_PACKAGE=1 -DDEBUG=1 -I "$checkout/$folder/include" \
          "${extra[@]}" "$source" >>"$log" 2>&1 || status=$?
        ;;
      esac
    done
  else
    local flags=(-swift-version "$mode" -module-name "$module" -package-name "$package" -enable-testing -D DEBUG
      -D SWIFT_PACKAGE "${plugins[@]}" "${maps[@]}" -I "$out/modules")
    [[ " ${sources[*]} " == *"/main.swift "* ]] || flags+=(-parse-as-library)
    if [ "$has_resources" = yes ]; then
      printf 'import Foundation\nextension Foundation.Bundle {\n  static nonisolated let module = Bundle.main\n}\n' \
        >"$out/$module.bundle.swift"
      inputs+=("$out/$module.bundle.swift")
    fi
    case "$kind" in
    test | plugin) flags+=(-typecheck) ;;
    *) flags+=(-emit-module -experimental-allow-module-with-compiler-errors -o "$out/modules/$module.swiftmodule") ;;
    esac
    # Only for code that names Objective-C: the standard library at hand is built without it, and some errors would be false.
    if [ "$kind_of_pass" = apple ] && grep -qE '^[^/"]*(@objc\b|#selector\()' "${sources[@]}"; then
      flags+=(-enable-objc-interop)
    fi
    # Needed by the modules that are asked for, and not asked for itself.
    asks_for "$group" || flags+=(-experimental-skip-non-inlinable-function-bodies)
    swiftc -frontend "${swift_flags[@]}" "${flags[@]}" "${extra[@]}" "${inputs[@]}" >"$log" 2>&1 || status=$?
  fi
  if ((status)) && ! grep -qE '(^|[: ])(fatal )?error: ' "$log"; then
    printf '%s:1:1: error: the compiler failed with status %s: %s\n' "$checkout/$folder" "$status" "$(tail -n 1 "$log")" \
      >>"$log"
  fi
}

# Of the files of a test target, an older compiler checks those that it may see differently: nobody imports them, and the
# others have been checked as they are.
mark_affected() {
  awk 'FNR == NR { affected[$0]; next } $0 in affected { print "-primary-file" } { print }' "$out/rewritten/affected" -
}

# The module map that SwiftPM would write for a C target.
map_module() {
  local module="$1" include="$checkout/$2/include" map="$out/maps/$1/module.modulemap"
  if [ -f "$include/module.modulemap" ]; then
    map="$include/module.modulemap"
  else
    mkdir -p "$(dirname "$map")"
    local umbrella="umbrella \"$include\""
    for header in "$include/$module.h" "$include/$module/$module.h"; do
      [ ! -f "$header" ] || umbrella="umbrella header \"$header\""
    done
    printf 'module %s {\n  %s\n  export *\n}\n' "$module" "$umbrella" >"$map"
  fi
  maps+=(-Xcc "-fmodule-map-file=$map")
}

# Prints the diagnostics of a group, each once, with paths relative to the checkout. What `ignore.txt` lists is `known`.
diagnostics() {
  local group="$1"
  find "$out" -maxdepth 1 -name "$group.*.log" -print0 | sort -z | xargs -0 cat /dev/null \
    | awk -F '\t' -v kind="$kind_of_pass" -v older="$older" -v rewritten="$out/rewritten/" -v checkout="$checkout/" '
      !told {
        if ($0 !~ /^#/ && NF == 4 && ($1 == kind || $1 == "older" && older != "")) { pattern[++count] = "^" $2 ":[0-9]+:[0-9]+: (error|warning): " $3; reason[count] = $4 }
        next
      }
      { sub(/: fatal error: /, ": error: ") }
      !/(^|: )(error|warning): / { next }
      index($0, rewritten) == 1 { $0 = substr($0, length(rewritten) + 1) }
      index($0, checkout) == 1 { $0 = substr($0, length(checkout) + 1) }
      seen[$0]++ { next }
      {
        for (i = 1; i <= count; i++) if ($0 ~ pattern[i]) { sub(/: (error|warning): /, ": known: "); print $0 " [" reason[i] "]"; next }
        print
      }' "$here/ignore.txt" told=1 -
}

# Compiles all targets that are asked for, and prints what is found. The caller has set the flags.
check_modules() {
  local name="$1" level group kind mode has_resources package module folder extra started last=-1
  started="$SECONDS"
  out="$work/$name"
  mkdir -p "$out/modules"
  cp "$work"/*.{describe,dump} "$out/"
  "$helper" plan "$platform" "$checkout" "$out" "${folders[@]}"
  local list
  if [ -n "$older" ]; then
    cat "$out"/*.sources | sort -u >"$out/list"
    "$helper" rewrite "$older" "$current" "$checkout" "$out/rewritten" "$limits" "$here/newer.txt" <"$out/list" >"$out/newer"
    for list in "$out"/*.sources; do
      awk -v from="$checkout/" -v to="$out/rewritten/" '
        /\.swift$/ && index($0, from) == 1 { $0 = to substr($0, length(from) + 1) } { print }' "$list" >"$list.new"
      mv "$list.new" "$list"
    done
  fi
  maps=()
  while IFS=$'\t' read -r level group kind mode has_resources package module folder extra; do
    [ "$kind" != clang ] || map_module "$module" "$folder"
  done <"$out/plan"
  : >"$out/skipped"
  while IFS=$'\t' read -r level group kind mode has_resources package module folder extra; do
    asks_for "$group" || [ "$group" = sources ] || continue
    if [ "$kind" = other ] || { [ "$kind" = plugin ] && [ "$platform" != macos ]; }; then
      echo "$module ($kind)" >>"$out/skipped" && continue
    fi
    # Wait for the modules that it may depend on, and for a free processor.
    [ "$level" = "$last" ] || { wait && last="$level"; }
    while (($(jobs -rp | wc -l) >= jobs)); do wait -n || true; done
    check_module "$kind" "$group" "$mode" "$has_resources" "$package" "$module" "$folder" "$extra" &
    printf '%s\n' "$module" >>"$out/$group.checked"
  done <"$out/plan"
  wait
  for group in "${groups[@]}"; do
    [ -f "$out/$group.checked" ] || { printf '%s %s: nothing to check\n' "$name" "$group" && continue; }
    diagnostics "$group" >"$out/$group.told"
    if [ -s "${out}/newer" ] && [ "$name" = linux ]; then
      # Each file belongs to one group: that of the target that lists it.
      awk -F '\t' -v group="$group" '$2 == group { print $8 "/" }' "$out/plan" >"$out/$group.folders"
      awk 'FNR == NR { folder[$0]; next } { for (f in folder) if (index($0, f) == 1) { print; next } }' \
        "$out/$group.folders" "$out/newer" >>"$out/$group.told"
    fi
    cat "$out/$group.told"
    count() { grep -c "$1" "$out/$group.told" || true; }
    printf '%s%s %s: %s modules, %s errors, %s warnings%s\n' "${older:+as Swift $older on }" "$name" "$group" \
      "$(wc -l <"$out/$group.checked")" "$(count ': error: ')" "$(count ': warning: ')" \
      "$([ "$(count ': known: ')" = 0 ] || printf ', %s known' "$(count ': known: ')")"
    found=$((found + $(count ': error: ') + $(count ': warning: ')))
  done
  if [ -n "$older" ]; then
    awk -F '\t' '$3 == "test" { print $7 }' "$out/plan" | while read -r module; do cat "$out/$module.sources"; done >"$out/test-files"
    printf 'as Swift %s on %s: %s of %s test files checked, as the others are the same for this compiler\n' "$older" "$name" \
      "$(mark_affected <"$out/test-files" | grep -c -e -primary-file || true)" "$(wc -l <"$out/test-files")"
  fi
  [ ! -s "$out/skipped" ] || printf '%s not checked: %s\n' "$name" "$(paste -sd , "$out/skipped")"
  printf '%s: %s s\n' "$name" "$((SECONDS - started))"
}
