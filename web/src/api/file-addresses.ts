/** Where a file's content and its picture are: on the branch, or as of the commit, that it is looked at in. */

export interface PlacedFile {
  id: string
  /** Null on main. */
  branchId?: string | null
  commitId?: string
}

export function downloadAddress(file: PlacedFile, version?: number): string {
  const path = version === undefined ? '' : `/versions/${version}`
  return `/api/files/${file.id}${path}/download${placeOf(file)}`
}

export function thumbnailAddress(file: PlacedFile, size?: 64 | 512, version?: number): string {
  return `/api/files/${file.id}/thumbnail${placeOf(file, size, version)}`
}

function placeOf({ branchId, commitId }: PlacedFile, size?: number, version?: number): string {
  const all = Object.entries({ branchId, commitId, size, version }).flatMap(([name, value]) =>
    value ? `${name}=${value}` : [],
  )
  return all.length > 0 ? `?${all.join('&')}` : ''
}
