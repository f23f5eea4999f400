import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { saveFile } from '#features/files/commands.server.ts'
import { readSeal, sealsIn } from '#integrations/seal/read-seal.ts'
import { cleanPdf } from '#integrations/uploads/clean-upload.ts'
import { getWaiting } from './queries.server.ts'

/**
 * Saves a signed copy of a contract until somebody checks it. Refuses `contract.paper-waits`, and what `cleanPdf`
 * refuses.
 */
export async function saveSignedPaper(change: Change, contract: string, files: readonly Blob[]): Promise<void> {
  const waits = await change.tx
    .selectFrom('contract_papers')
    .select('id')
    .where('contract_id', '=', contract)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (waits) throw new Refusal('contract.paper-waits')
  const { bytes, mediaType } = await cleanPdf(files)
  const seal = await readSeal(bytes)
  await change.tx
    .insertInto('contract_papers')
    .values({
      contract_id: contract,
      file_sha256: await saveFile(change.tx, bytes, mediaType),
      signatures: sealsIn(bytes),
      signed_by: seal.is === 'seal' ? seal.certificate.subject.slice(0, 200) : null,
      sent_at: change.now.toString(),
      sent_by: change.actor.uid,
    })
    .execute()
}

/**
 * The rule of two people, which the caller knows: whether it is on, and a function that refuses people who may not
 * confirm yet.
 */
export type SecondPerson = {
  isNeeded: boolean
  refuseFresh: (people: readonly (string | null)[]) => Promise<void>
}

/**
 * Accepts or declines a waiting document; returns the hash of its file. Refuses `contract.paper-answered` for one
 * that does not wait, `contract.paper-same-person` when two people are needed and this one sent it, and
 * `two-people.fresh`.
 */
export async function answerSignedPaper(
  change: Change,
  contract: string,
  paper: string,
  answer: { state: 'accepted'; second: SecondPerson } | { state: 'declined'; reason: string },
): Promise<string> {
  const { file, sentBy } = await getWaiting(contract, paper, change.tx)
  const { uid } = change.actor
  if (answer.state === 'accepted' && answer.second.isNeeded) {
    if (uid !== null && uid === sentBy) throw new Refusal('contract.paper-same-person')
    await answer.second.refuseFresh([uid, sentBy])
  }
  const after = answer.state === 'declined' ? { state: answer.state, reason: answer.reason } : { state: answer.state }
  const answered = { answered_at: change.now.toString(), answered_by: uid }
  await change.tx
    .updateTable('contract_papers')
    .set({ ...after, ...answered })
    .where('id', '=', paper)
    .execute()
  return file
}

/** Voids a waiting document whose contract was closed in another way: nobody has to check it any more. */
export async function voidWaitingPaper({ tx, now }: Change, contract: string): Promise<void> {
  await tx
    .updateTable('contract_papers')
    .set({ state: 'void', answered_at: now.toString() })
    .where('contract_id', '=', contract)
    .where('state', '=', 'waiting')
    .execute()
}
