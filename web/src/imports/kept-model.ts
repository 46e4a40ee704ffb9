/** The file that a product was read from stays with it, which shows it in 3D. */

export interface KeptModel {
  file: File
  /** Of the product. */
  number: string
  /** What goes with the import when that is taken back; null for a file that was there before. */
  fileId: string | null
  /** Why it is not there. */
  problem: string | null
}

export function isModel({ name }: File): boolean {
  return /\.(step|stp)$/i.test(name)
}
