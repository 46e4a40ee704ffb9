# Sourced by the scripts beside it: finds Python and makes .venv hold what a lock file lists.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
venv_python="$root/.venv/bin/python"
# Compiled modules are kept: without them each process takes a second more to start.
unset PYTHONDONTWRITEBYTECODE

is_usable() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

# Prints the command of a Python that is new enough: $PYTHON if set, else python3, else the newest.
find_python() {
    local candidate
    local candidates=(python3 python3.14 python3.13 python3.12 python3.11)
    [ -z "${PYTHON:-}" ] || candidates=("$PYTHON")
    for candidate in "${candidates[@]}"; do
        if is_usable "$candidate"; then
            printf '%s\n' "$candidate"
            return
        fi
    done
    {
        echo "Partwright needs Python 3.11 or newer. Tried: ${candidates[*]}."
        if command -v python3 >/dev/null; then
            echo "The python3 of this machine is $(python3 --version 2>&1)."
        fi
        echo "Install one, or name it: PYTHON=/path/to/python3.11 $0"
    } >&2
    return 1
}

# prepare runtime|test: afterwards .venv holds at least that lock and the project itself.
prepare() {
    cd "$root"
    if "$venv_python" -ISB scripts/environment.py ready "$1" 2>/dev/null; then
        return
    fi
    local python
    python=$(find_python)
    "$python" -IB scripts/environment.py make "$1" >&2
}

# Afterwards the package holds the web application built from web/; 1 and the reason if it cannot be.
prepare_page() {
    cd "$root"
    if "$venv_python" -EsSB scripts/environment_page.py ready 2>/dev/null; then
        return
    fi
    "$venv_python" -EsB scripts/environment_page.py make >&2
}

# The light shell has no windows to draw: it takes a sixth less of the processor than the whole browser.
browsers="chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable"

# Prints the command of a Chromium or Chrome: $PARTWRIGHT_BROWSER if set, else what the machine has.
find_browser() {
    local candidate
    for candidate in ${PARTWRIGHT_BROWSER:-$browsers}; do
        if command -v "$candidate" && "$candidate" --version >/dev/null 2>&1; then
            return
        fi
    done
    return 1
}

# Installs a package of Debian's, where root may.
install_debian() {
    if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
        return
    fi
    echo "Installing Debian's $1 for the tests ..." >&2
    local install=(env DEBIAN_FRONTEND=noninteractive apt-get install --quiet=2 --yes --no-install-recommends "$1")
    "${install[@]}" >/dev/null 2>&1 || { apt-get update --quiet=2 && "${install[@]}"; } >&2 || true
}

# Afterwards there is a browser and PARTWRIGHT_BROWSER names it; Debian's own package where root may.
prepare_browser() {
    local browser
    if [ -z "${PARTWRIGHT_BROWSER:-}" ] && ! command -v chromium-headless-shell >/dev/null; then
        install_debian chromium-headless-shell
    fi
    if ! browser=$(find_browser); then
        install_debian chromium
        browser=$(find_browser) || true
    fi
    if [ -z "$browser" ]; then
        echo "The tests of the web application need Chromium: apt-get install chromium (as root)," \
            "or PARTWRIGHT_BROWSER=/path/to/chrome $0" >&2
        return 1
    fi
    export PARTWRIGHT_BROWSER=$browser
}

# Afterwards there is a pgbouncer; Debian's own package where root may.
prepare_pooler() {
    local path="$PATH:/usr/sbin"
    PATH=$path command -v pgbouncer >/dev/null || install_debian pgbouncer
    if ! PATH=$path command -v pgbouncer >/dev/null; then
        echo "The tests of poolers need pgbouncer: apt-get install pgbouncer (as root)" >&2
        return 1
    fi
}

release_tools="$root/.venv/release-tools"

# Afterwards there is a .venv beside the own one with what locks/release.txt lists.
prepare_release_tools() {
    local lock="$root/locks/release.txt"
    if cmp -s "$lock" "$release_tools/made-of.txt"; then
        return
    fi
    echo "Installing locks/release.txt ..." >&2
    "$venv_python" -m venv --clear "$release_tools"
    "$release_tools/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps \
        --require-hashes --requirement "$lock" >&2
    cp "$lock" "$release_tools/made-of.txt"
}
