# Sourced by the scripts beside it: finds Python and makes .venv hold what a lock file lists.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
venv_python="$root/.venv/bin/python"

is_usable() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

# Prints the command of a Python that is new enough: $PYTHON, else python3, else the newest one found.
find_python() {
    local candidate
    for candidate in ${PYTHON:+"$PYTHON"} python3 python3.14 python3.13 python3.12 python3.11; do
        if is_usable "$candidate"; then
            printf '%s\n' "$candidate"
            return
        fi
    done
    {
        echo "Partwright needs Python 3.11 or newer, and none was found."
        echo "What python3 is here: $(python3 --version 2>&1 || true)"
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
