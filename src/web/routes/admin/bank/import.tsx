import { data, redirect } from 'react-router'
import { z } from 'zod'
import { languageOf } from '#messages/language.ts'
import { Refusal } from '#domain/refusal.ts'
import { carryOut } from '#features/audit/commands.server.ts'
import { importBankFile } from '#features/bank/commands.server.ts'
import { matchExact } from '#features/bank/matches/commands.server.ts'
import type { BankFileOutcome } from '#features/bank/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { problemWords, refusalWords } from '#messages/file-words.ts'
import { refusalSentence } from '#messages/refusal-words.ts'
import { actorOf, answer, requireSender, show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, speak, useT } from '#web/i18n.tsx'
import { shows } from '#web/screen.server.ts'
import { Item, Items } from '#web/ui/items.tsx'
import { Page, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { withFiles } from '../data/uploads.server.ts'
import type { Route } from './+types/import.ts'
import { BankDrop } from './bank-drop.tsx'

export const loader = shows(async () => null)

const importInput = z.object({
  account: z.string().trim().max(60, 'field.too-long').optional(),
  whole: z.literal('on').optional(),
})

/**
 * Each file goes in by itself, and what fits exactly is matched at once. When all went in, the list says the rest; a file that
 * was refused is named with its reason, here, and the others are in.
 */
export const action = ({ request, context }: Route.ActionArgs) =>
  show(async () => {
    requireSender({ request, context })
    const t = speak(languageOf(new URL(request.url).pathname))
    return withFiles(request, ({ form, files }) =>
      answer(
        request,
        importInput,
        async ({ account, whole }) => {
          const by = { actor: actorOf(context), now: context.get(requestContext).now }
          const choices = { ...(account ? { account } : {}), acceptUnproved: whole === 'on' }
          const told: { name: string; says: string; isRefused: boolean }[] = []
          for (const { name, bytes } of files) {
            const outcome = await takeIn({ name, bytes }, choices, by)
            told.push({ name, ...wordsOf(t, outcome) })
          }
          if (told.length === 0) throw new Refusal('drop.empty')
          if (told.every(({ isRefused }) => !isRefused))
            return redirect(sameLanguage(request, `/admin/bank?done=saved`), 303)
          return data({ told }, 422)
        },
        form,
      ),
    )
  })

type Outcome = BankFileOutcome | { refusal: Refusal }

async function takeIn(
  file: Parameters<typeof importBankFile>[1],
  choices: Parameters<typeof importBankFile>[2],
  by: Parameters<typeof matchExact>[1],
): Promise<Outcome> {
  let outcome: BankFileOutcome
  try {
    await carryOut({ ...by, action: 'bank.import' }, async (deed) => {
      outcome = await importBankFile(deed, file, choices)
      return null
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { refusal: error }
  }
  // oxlint-disable-next-line typescript/no-non-null-assertion -- the work has been done by then, or has thrown
  const taken = outcome!
  if (taken.status !== 'refused' && taken.is === 'statements')
    for (const { fresh } of taken.statements) await matchExact(fresh, by)
  return taken
}

function wordsOf(t: Translator, outcome: Outcome): { says: string; isRefused: boolean } {
  if (!('status' in outcome))
    return { says: refusalSentence(t, outcome.refusal.code, outcome.refusal.params) ?? '', isRefused: true }
  if (outcome.status === 'refused') {
    const { code, params, problems } = outcome.refusal
    const [first] = problems
    return {
      says: [refusalWords(t, code, params), first ? problemWords(t, first) : ''].join(' ').trim(),
      isRefused: true,
    }
  }
  return { says: t(`page.bank.drop.${outcome.status}`), isRefused: false }
}

/** Where a statement that was refused says why; also a page of its own, for a link that says "drop here". */
export default function BankImportScreen({ actionData }: Route.ComponentProps) {
  const t = useT()
  const told = actionData && 'told' in actionData ? actionData.told : []
  const reply = actionData && !('told' in actionData) ? actionData : undefined
  return (
    <>
      <PageHead title={t('page.bank.drop.label')} back={{ to: '/admin/bank', label: t('page.bank.title') }} />
      <Page>
        {told.length > 0 ? (
          <Items label={t('page.bank.drop.outcomes')}>
            {told.map(({ name, says, isRefused }) => (
              <Item key={name} title={name} under={<Words look={isRefused ? 'bad' : 'soft'}>{says}</Words>} />
            ))}
          </Items>
        ) : null}
        <BankDrop reply={reply} />
      </Page>
    </>
  )
}
