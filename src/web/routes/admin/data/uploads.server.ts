import { type ReceivedFile, fingerprintOf, receiveFile } from '#features/files/commands.server.ts'
import { boundaryOf, FormUnreadable, partsOf } from '#platform/multipart.ts'
import { readForm, tooManyFields, unreadableForm } from '#web/read-form.server.ts'

/** What a form brought: its fields, and its files on the disk. */
type Received = { form: FormData; files: ReceivedFile[]; fingerprint: string }

/** Parts, and bytes of a field, beyond which it is no form of this site. */
const MOST = { parts: 1_000, field: 10_000 } as const

/**
 * Takes the files of a form to the disk while they come in, so that their length is felt by nobody, and gives them to `act`
 * with a hash of names and contents; afterwards they are gone from where they waited. The empty part that a browser sends
 * when no file was chosen is none. What is no form is a page of status 400.
 */
export async function withFiles<Result>(
  request: Request,
  act: (received: Received) => Promise<Result>,
): Promise<Result> {
  const received: Received = { form: new FormData(), files: [], fingerprint: '' }
  try {
    await receive(request, received)
    return await act({ ...received, fingerprint: fingerprintOf(received.files) })
  } catch (error) {
    throw error instanceof FormUnreadable ? unreadableForm() : error
  } finally {
    for (const { forget } of received.files) await forget()
  }
}

async function receive(request: Request, { form, files }: Received): Promise<void> {
  const boundary = boundaryOf(request.headers.get('content-type'))
  // A form without files comes as any other form does.
  if (!boundary || !request.body) return (await readForm(request)).forEach((value, name) => form.append(name, value))
  let parts = 0
  for await (const { name, filename, pieces } of partsOf(request.body, boundary)) {
    if (++parts > MOST.parts) tooManyFields()
    if (filename === null) form.append(name, await textOf(pieces))
    else if (name === 'files') {
      const file = await receiveFile(plainName(filename), pieces)
      if (filename === '' && file.bytes.size === 0) await file.forget()
      else files.push(file)
    }
  }
}

async function textOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = []
  let size = 0
  for await (const piece of pieces) {
    size += piece.byteLength
    if (size > MOST.field) throw new FormUnreadable('A field is too long.')
    all.push(piece.slice())
  }
  const text = Buffer.concat(all).toString('utf8')
  if (text.includes('\0')) throw new FormUnreadable('A field holds a NUL.')
  return text
}

/** Without folders and control characters, and never half a letter: a name is shown, kept and sent back in a header. */
function plainName(name: string): string {
  return name
    .replace(/^.*[/\\]/s, '')
    .replaceAll(/\p{Cc}/gu, '')
    .slice(0, 255)
    .toWellFormed()
}
