/** Where a file's content and its picture are: on the branch that it is looked at on. */

export interface PlacedFile {
  id: string
  /** Null on main. */
  branchId?: string | null
}

export function downloadAddress(file: PlacedFile, version?: number): string {
  const path = version === undefined ? '' : `/versions/${version}`
  return `/api/files/${file.id}${path}/download${onBranch(file)}`
}

export function thumbnailAddress(file: PlacedFile): string {
  return `/api/files/${file.id}/thumbnail${onBranch(file)}`
}

function onBranch({ branchId }: PlacedFile): string {
  return branchId ? `?branchId=${branchId}` : ''
}
