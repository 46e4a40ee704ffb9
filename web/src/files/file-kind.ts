/** How a file can be looked at, by its name and declared type; pure. */

export type FileKind = 'image' | 'pdf' | 'text' | 'cad' | 'other'

const CAD = /\.(stp|step|p21|stl|igs|iges)$/i
const TEXT = /\.(txt|md|csv|tsv|json|xml|ya?ml|log|ini|toml|gcode|urdf|py|c|h|cpp|ino)$/i
const IMAGE = /\.(png|jpe?g|gif|webp|avif|bmp|svg)$/i

export function fileKind(file: { originalFileName: string; mimeType: string }): FileKind {
  const { originalFileName: name, mimeType: mime } = file
  if (CAD.test(name)) return 'cad'
  if (mime === 'application/pdf' || /\.pdf$/i.test(name)) return 'pdf'
  if (IMAGE.test(name) || /^image\/(png|jpeg|gif|webp|avif|svg)/.test(mime)) return 'image'
  if (TEXT.test(name) || mime.startsWith('text/') || mime === 'application/json') return 'text'
  return 'other'
}
