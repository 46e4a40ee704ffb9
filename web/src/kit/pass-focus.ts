/** Where the focus goes when what has it goes away. */

/**
 * A `ref` for what goes away by what it does, so that its focus is not lost: it goes to the
 * selected place, else to the row around it (or what is marked to rest on), else to the page. To be made once, outside of components.
 */
export function passFocus(to = ''): (control: HTMLElement | null) => () => void {
  return (control) => () => {
    if (!control?.contains(document.activeElement)) return
    const row = control.closest<HTMLElement>('li, [data-rest], dialog')
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return
      const wanted = to && document.querySelector<HTMLElement>(to)
      const place = wanted || (row?.isConnected ? row : document.getElementById('main'))
      if (place && place !== wanted) place.tabIndex = -1
      place?.focus()
    })
  }
}
