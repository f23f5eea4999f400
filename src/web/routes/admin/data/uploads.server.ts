import { type ReceivedFile, fingerprintOf, receiveFile } from '#features/files/commands.server.ts'
import { eachPart, plainName } from '#web/read-parts.server.ts'

/** What a form brought: its fields, and its files on the disk. */
type Received = { form: FormData; files: ReceivedFile[]; fingerprint: string }

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
