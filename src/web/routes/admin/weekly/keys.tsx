import { readWeek, weekName } from '#domain/week.ts'
import { answerRow } from '#features/imports/commands.server.ts'
import { ownerInput } from '#features/imports/schema.ts'
import { answerCompany } from '#features/weeks/answers/commands.server.ts'
import { findUnmatched, listOwners } from '#features/weeks/unmatched/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { shortId } from '#web/parts/short-id.ts'
import { sourceName } from '#web/parts/source-name.ts'
import { saves, shows } from '#web/screen.server.ts'
import { Card } from '#web/ui/card.tsx'
import { SelectField } from '#web/ui/fields.tsx'
import { Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { Bullets } from '#web/ui/layout.tsx'
import type { Route } from './+types/keys.ts'
import { ActionPage } from './action-page.tsx'
import { RowWords, unmatchedTitle } from './unmatched.tsx'

export const loader = shows(async ({ request, params }: Route.LoaderArgs) => {
  const week = readWeek(params.week)
  const row = new URL(request.url).searchParams.get('row') ?? ''
  const question = await findUnmatched(week, row)
  return { week, weekName: weekName(week), isNamed: row !== '', question, owners: await listOwners() }
})

/** Remembers the owner of a key, so that its rows find their owner from then on; or leaves these rows with the company. */
export const action = saves(
  'key.remember',
  ownerInput,
  async (change, owner, { request, params }: Route.ActionArgs) => {
    const week = readWeek(params.week)
    const row = new URL(request.url).searchParams.get('row') ?? ''
    if (owner === 'rows') await answerCompany(change, row)
    else await answerRow(change, row, owner)
    return `/admin/weekly/${weekName(week)}?done=${owner === 'rows' ? 'company' : 'remembered'}`
  },
)

export default function KeysScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { week, weekName: name, isNamed, question, owners } = loaderData
  const t = useT()
  if (!question) {
    return (
      <ActionPage week={week} weekName={name} title={t('page.weekActs.keys.title')}>
        <FormReply reply={actionData} />
        <p>{t(isNamed ? 'page.weekActs.keys.gone' : 'page.weekActs.keys.unnamed')}</p>
      </ActionPage>
    )
  }

  const drivers = owners.drivers.map((driver) => ({
    value: `driver:${driver.id}`,
    label: `${driver.name} · ${driver.ref}`,
  }))
  const vehicles = owners.vehicles.map((vehicle) => ({
    value: `vehicle:${vehicle.id}`,
    label: t('page.weekActs.keys.vehicleOption', { plate: vehicle.plate }),
  }))
  const company = { value: 'company', label: t('page.weekActs.keys.companyOption') }
  const always = { value: 'company-always', label: t('page.weekActs.keys.companyAlways') }
  const options = {
    'unknown-driver': [...drivers, company],
    'unknown-plate': [...vehicles, company, always],
    'unknown-card': [...vehicles, ...drivers, company, always],
    'no-driver-at-that-time': [],
  }[question.reason]

  return (
    <ActionPage week={week} weekName={name} title={t('page.weekActs.keys.title')}>
      <FormReply reply={actionData} />
      <Card title={unmatchedTitle(question, t)}>
        <p>
          {t('page.week.questions.keyed', {
            source: sourceName(t, question),
            kind: t(`page.week.questions.keyKinds.${question.key.kind}`),
            value: shortId(question.key.value),
          })}
        </p>
        <Bullets>
          {question.rows.map((row) => (
            <li key={row.id}>
              <RowWords row={row} />
            </li>
          ))}
        </Bullets>
      </Card>
      <Form quiet>
        <SelectField
          name="owner"
          label={t('page.weekActs.keys.owner')}
          help={t('page.weekActs.keys.help')}
          empty={t('page.weekActs.keys.choose')}
          options={options}
          required
          reply={actionData}
        />
        <div>
          <SubmitButton>{t('page.weekActs.keys.submit')}</SubmitButton>
        </div>
      </Form>
    </ActionPage>
  )
}
