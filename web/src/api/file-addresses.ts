/** Where a file's content and its picture are. */

export function downloadAddress(file: { id: string }, version?: number): string {
  const path = version === undefined ? '' : `/versions/${version}`
  return `/api/files/${file.id}${path}/download`
}

export function thumbnailAddress(file: { id: string }): string {
  return `/api/files/${file.id}/thumbnail`
}
