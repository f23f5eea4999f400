import { createHash } from 'node:crypto'
import type { FileToRead } from '#domain/import.ts'

/** The files of a form, without the empty part a browser sends when none was chosen; and a hash of names and contents. */
export async function readFiles(form: FormData): Promise<{ files: FileToRead[]; fingerprint: string }> {
  const uploads = form.getAll('files').filter((part) => part instanceof File)
  const files: FileToRead[] = []
  const hash = createHash('sha256')
  for (const upload of uploads) {
    if (upload.name === '' && upload.size === 0) continue
    const bytes = new Uint8Array(await upload.arrayBuffer())
    files.push({ name: plainName(upload.name), bytes })
    hash.update(`${upload.name}\n${bytes.byteLength}\n`).update(bytes)
  }
  return { files, fingerprint: hash.digest('hex') }
}

/** Without folders and control characters, and never half a letter: a name is shown, kept and sent back in a header. */
function plainName(name: string): string {
  return name
    .replace(/^.*[/\\]/s, '')
    .replaceAll(/\p{Cc}/gu, '')
    .slice(0, 255)
    .toWellFormed()
}
