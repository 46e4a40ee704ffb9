/** Cells to and from spreadsheets: text with tabs and line ends, quoted where needed; pure. */

export function writeCells(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(quoted).join('\t')).join('\n')
}

function quoted(cell: string): string {
  return /[\t\n\r"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

export function readCells(text: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let inQuotes = false
  const endCell = () => {
    rows.at(-1)?.push(cell)
    cell = ''
  }
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] as string
    if (inQuotes) {
      const isDoubled = letter === '"' && text[at + 1] === '"'
      if (letter !== '"' || isDoubled) cell += letter
      else inQuotes = false
      if (isDoubled) at += 1
    } else if (letter === '"' && cell === '') inQuotes = true
    else if (letter === '\t') endCell()
    else if (letter === '\n') {
      endCell()
      rows.push([])
    } else if (letter !== '\r') cell += letter
  }
  endCell()
  return rows.filter((row, index) => index < rows.length - 1 || row.some((value) => value !== ''))
}
