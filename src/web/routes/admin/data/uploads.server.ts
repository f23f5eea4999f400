import { type ReceivedFile, fingerprintOf, receiveFile } from '#features/files/commands.server.ts'
import { eachPart, plainName } from '#web/read-parts.server.ts'

/** The content of a form: its fields, and its files on the disk. */
type Received = { form: FormData; files: ReceivedFile[]; fingerprint: string }

/**
 * Writes the files of a form to the disk while they arrive, so that large ones take no memory, and gives them to `act` with
 * a hash of names and contents; afterwards it deletes them there. The empty part that a browser sends when no file was
 * chosen is skipped. Answers a page of status 400 if it is no form.
 */
export async function withFiles<Result>(
  request: Request,
  act: (received: Received) => Promise<Result>,
): Promise<Result> {
  const received: Received = { form: new FormData(), files: [], fingerprint: '' }
  try {
    await receive(request, received)
    return await act({ ...received, fingerprint: fingerprintOf(received.files) })
  } finally {
    for (const { forget } of received.files) await forget()
  }
}

async function receive(request: Request, { form, files }: Received): Promise<void> {
  await eachPart(request, form, async ({ name, filename, pieces }) => {
    if (name !== 'files') return
    const file = await receiveFile(plainName(filename), pieces)
    if (filename === '' && file.bytes.size === 0) await file.forget()
    else files.push(file)
  })
}
