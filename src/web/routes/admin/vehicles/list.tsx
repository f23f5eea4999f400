import { data, redirect, useLocation } from 'react-router'
import { z } from 'zod'
import { carryOut } from '#features/audit/commands.server.ts'
import { takeCarListIn } from '#features/roster/car-lists/commands.server.ts'
import {
  carListHeadings,
  carsLeftOut,
  listTakenLists,
  proposeCarList,
  textOfCarList,
} from '#features/roster/car-lists/queries.server.ts'
import { MAX_CARS, takeCarListInput } from '#features/roster/car-lists/schema.ts'
import { listText } from '#features/roster/spreadsheets/schema.ts'
import type { ListedProblem } from '#domain/listed.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant } from '#messages/dates.ts'
import { formatNumber } from '#messages/numbers.ts'
import { actorOf, answer, keyOf, requireSender, show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { wayBack } from '#web/parts/asked-week.ts'
import { withDone } from '#web/parts/done-note.tsx'
import { SpreadsheetScreen, useBackQuery } from '#web/parts/spreadsheet.tsx'
import { shows } from '#web/screen.server.ts'
import { Section } from '#web/ui/card.tsx'
import { Bullets } from '#web/ui/layout.tsx'
import type { Route } from './+types/list.ts'
import { CarListProposed } from './list-proposed.tsx'

export const loader = shows(async ({ request }: Route.LoaderArgs, { t }) => ({
  back: wayBack(request),
  headings: await carListHeadings(t.language),
  earlier: await listTakenLists(),
}))

const lookInput = z.object({ text: listText.default(''), file: z.instanceof(File).optional() })

/** Looks at the list first, which comes back with its effect. Then takes it in exactly as it was shown, or not at all. */
export const action = async ({ request, context }: Route.ActionArgs) => {
  if (new URL(request.url).searchParams.has('save')) return takeIn(request, context)
  return show(async () => {
    requireSender({ request, context })
    return answer(request, lookInput, async ({ text: pasted, file }) => {
      const text = file && file.size > 0 ? await textOfCarList(new Uint8Array(await file.arrayBuffer())) : pasted
      const proposal = await proposeCarList(text, context.get(requestContext).now)
      return data({ values: { text }, fieldErrors: {}, refusal: null, proposal })
    })
  })
}

function takeIn(request: Request, context: Route.ActionArgs['context']) {
  const { now } = context.get(requestContext)
  const { pathname, search } = new URL(request.url)
  return answer(request, takeCarListInput, async (input, { form, values }) => {
    requireSender({ request, context })
    const act = { actor: actorOf(context), action: 'fleet.car-list', now, key: keyOf(form) }
    const home = await carryOut({ ...act, request: [pathname + search, values] }, async (change) => {
      const id = await takeCarListIn(change, input)
      const place = id === null ? withDone('/admin/vehicles', 'list-same') : `/admin/vehicles/list/${id}`
      return sameLanguage(request, place)
    })
    const text = await carsLeftOut(input.text, now)
    if (text === null) return redirect(home, 303)
    const proposal = await proposeCarList(text, now)
    return data({ values: { text }, fieldErrors: {}, refusal: null, proposal, isTaken: true })
  })
}

export default function CarListScreen({ loaderData: { back, headings, earlier }, actionData }: Route.ComponentProps) {
  const t = useT()
  const home = back
    ? { to: back, label: t('page.overview.title') }
    : { to: '/admin/vehicles', label: t('page.fleet.vehicles.title') }
  const { pathname } = useLocation()
  const backQuery = useBackQuery()
  const proposal = actionData && 'proposal' in actionData ? actionData.proposal : null
  const text = actionData?.values['text'] ?? ''
  return (
    <SpreadsheetScreen
      title={t('page.carList.title')}
      subtitle={t('page.carList.subtitle')}
      home={home}
      text={text}
      seen={proposal}
      reply={actionData}
      isTaken={actionData !== undefined && 'isTaken' in actionData}
      problemWords={(problem) => problemWords(problem, t)}
      help={[t('page.carList.columns', { names: headings.slice(1).join('; ') }), t('page.carList.matching')]}
      template="/admin/vehicles/list/template"
      proposed={
        proposal ? (
          <CarListProposed proposal={proposal} text={text} home={home.to} action={`${pathname}?${backQuery}save`} />
        ) : null
      }
    >
      {earlier.length > 0 ? (
        <Section title={t('page.carList.earlier')}>
          <Bullets>
            {earlier.map(({ id, at }) => (
              <li key={id}>
                <Link to={`/admin/vehicles/list/${id}`}>
                  {t('page.carList.of', { at: formatInstant(at, t.language) })}
                </Link>
              </li>
            ))}
          </Bullets>
        </Section>
      ) : null}
    </SpreadsheetScreen>
  )
}

/** A cell that the form of the car would not take says the same as the form. */
function problemWords({ code, found }: ListedProblem, t: Translator): string | null {
  const ofForm = code.startsWith('field.') ? t.find(`errors.${code}`) : null
  if (ofForm !== null) return t('page.carList.problems.cell', { found, words: ofForm })
  return t.find(`page.carList.problems.codes.${code}`, { found, most: formatNumber(MAX_CARS, t.language) })
}
