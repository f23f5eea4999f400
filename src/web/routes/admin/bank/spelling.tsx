import { data, redirect } from 'react-router'
import { carryOut } from '#features/audit/commands.server.ts'
import { answerSpelling } from '#features/bank/spellings/commands.server.ts'
import { getSpelling, listMeanings, readWaitingFile } from '#features/bank/spellings/queries.server.ts'
import { spellingAnswer } from '#features/bank/spellings/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { languageOf } from '#messages/language.ts'
import { actorOf, answer, requireSender, show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, translatorFor, useT } from '#web/i18n.tsx'
import { shows } from '#web/screen.server.ts'
import { RecordFields } from '#web/ui/form.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Page } from '#web/ui/layout.tsx'
import { Link } from '#web/links.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/spelling.ts'
import { accountName, questionOf } from './bank-words.ts'
import { Outcomes } from './outcomes.tsx'
import { type FileOutcome, broughtPlace, importAndMatch } from './import-and-match.server.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => ({
  spelling: await getSpelling(params.id),
  meanings: await listMeanings(params.id),
}))

/** Remembers which account the spelling means; then the files that waited for it are imported. */
export const action = ({ request, params, context }: Route.ActionArgs) =>
  show(async () => {
    requireSender({ request, context })
    const t = translatorFor(languageOf(new URL(request.url).pathname))
    return answer(request, spellingAnswer.input, async ({ account }) => {
      const by = { actor: actorOf(context), now: context.get(requestContext).now }
      const waited: string[] = []
      await carryOut({ ...by, action: 'bank.name-account' }, async (change) => {
        waited.push(...(await answerSpelling(change, params.id, account)))
        return null
      })
      const outcomes: FileOutcome[] = []
      for (const id of waited) outcomes.push(await importAndMatch(await readWaitingFile(id), {}, by, t))
      if (outcomes.some(({ isRefused }) => isRefused)) return data({ outcomes }, 422)
      if (outcomes.some(({ gaps, statements }) => gaps.length > 0 || statements.length === 0)) return data({ outcomes })
      return redirect(sameLanguage(request, broughtPlace(outcomes)), 303)
    })
  })

/** Asks which account a file means, if it may be a known one: nothing of the file counts until somebody answers. */
export default function SpellingScreen({ loaderData, actionData }: Route.ComponentProps) {
  const outcomes = actionData && 'outcomes' in actionData ? actionData.outcomes : []
  return outcomes.length > 0 ? <Brought of={loaderData} outcomes={outcomes} /> : <Question of={loaderData} />
}

type Of = { of: Route.ComponentProps['loaderData'] }

function Question({ of: { spelling, meanings } }: Of) {
  const t = useT()
  return (
    <SmallAct
      record={accountName(t, spelling)}
      from={t('page.bank.drop.label')}
      facts={{ file: spelling.fileName }}
      question={questionOf(t, spelling, meanings)}
      effect={t('page.bank.spellings.text')}
      buttonWords={t('page.bank.spellings.submit')}
      kind="primary"
      leaves
      barred={spelling.isWaiting ? null : t('page.bank.spellings.answered')}
      unchanged={<Link to={`/admin/bank/spellings/${spelling.id}/retirement`}>{t('page.bank.spellings.drop')}</Link>}
    >
      <RecordFields of={spellingAnswer} offered={{ account: accountsOf(t, meanings) }} />
    </SmallAct>
  )
}

/** The results of the files that waited for the answer. */
function Brought({ of: { spelling, meanings }, outcomes }: Of & { outcomes: readonly FileOutcome[] }) {
  const t = useT()
  const title = questionOf(t, spelling, meanings)
  return (
    <>
      <PageHead title={title} back={{ to: '/admin/bank/import', label: t('page.bank.drop.label') }} />
      <Page>
        <Outcomes outcomes={outcomes} />
      </Page>
    </>
  )
}

function accountsOf(t: Translator, meanings: Route.ComponentProps['loaderData']['meanings']) {
  return [
    ...meanings.map((meaning) => ({
      value: meaning.id,
      label: t('page.bank.spellings.yes', { account: accountName(t, meaning) }),
    })),
    { value: 'other', label: t('page.bank.spellings.other') },
  ]
}
