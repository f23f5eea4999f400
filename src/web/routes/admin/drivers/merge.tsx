import { href } from 'react-router'
import { hasPower } from '#domain/access.ts'
import { Refusal } from '#domain/refusal.ts'
import { getDriver, listDrivers } from '#features/fleet/drivers/queries.server.ts'
import { mergeDrivers } from '#features/fleet/merges/commands.server.ts'
import { previewMerge } from '#features/fleet/merges/queries.server.ts'
import { type MergePreview, mergeInput, mergeReason } from '#features/fleet/merges/schema.ts'
import { formatMoney } from '#messages/numbers.ts'
import { show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { driverRecord } from '#features/fleet/drivers/schema.ts'
import { listEvents } from '#features/audit/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { saves } from '#web/screen.server.ts'
import { requireAdmin, requireRecentSignIn } from '#web/session.server.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card, Section, Stack } from '#web/ui/card.tsx'
import { ChoiceField, SelectField } from '#web/ui/fields.tsx'
import { Actions, Form, RecordFields, SubmitButton } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { LAST_CHANGES, LastChanges } from '#web/parts/last-changes.tsx'
import { SideBySide } from '#web/ui/layout.tsx'
import type { Route } from './+types/merge.ts'

export const loader = ({ url, params, context }: Route.LoaderArgs) =>
  show(async () => {
    const user = requireAdmin(context)
    const { now } = context.get(requestContext)
    const into = url.searchParams.get('into') ?? ''
    const [{ id, name, ref }, drivers] = await Promise.all([getDriver(params.id), listDrivers(now)])
    return {
      driver: { id, name, ref },
      into,
      others: drivers
        .filter((driver) => driver.id !== id)
        .map((driver) => ({ id: driver.id, ref: driver.ref, name: driver.name })),
      preview: into ? await previewMerge(params.id, into).catch(nullIfUnknown) : null,
      mayMerge: hasPower(user, 'money'),
      events: (await listEvents(`driver:${id}`)).slice(0, LAST_CHANGES),
    }
  })

/** An address that names no driver shows the question again. */
function nullIfUnknown(error: unknown): null {
  if (error instanceof Refusal && error.code === 'record.not-found') return null
  throw error
}

export const action = saves(
  'driver.merge',
  mergeInput,
  async (change, input, { params, context }: Route.ActionArgs) => {
    requireRecentSignIn(context)
    await mergeDrivers(change, params.id, input)
    return withDone(href('/admin/drivers/:id', { id: input.into }), 'merged')
  },
)

/** Merges two records of one person: first the other record, then what moves to it, then the change. */
export default function MergeScreen({ loaderData }: Route.ComponentProps) {
  const t = useT()
  const { driver, into, others, preview, mayMerge, events } = loaderData
  return (
    <SideBySide>
      <Section title={t('page.merges.title')}>
        <Stack>
          <p>{t('page.merges.text')}</p>
          <Form method="get">
            <SelectField
              name="into"
              label={t('page.merges.into', { driver: driver.name })}
              empty={t('page.merges.choose')}
              options={others.map(({ id, ref, name }) => ({ value: id, label: `${name} (${ref})` }))}
              defaultValue={into}
              required
            />
            <Actions>
              <Button type="submit" kind="outlined">
                {t('page.merges.look')}
              </Button>
              <LinkButton to={`/admin/drivers/${driver.id}`} kind="text">
                {t('common.cancel')}
              </LinkButton>
            </Actions>
          </Form>
        </Stack>
      </Section>
      <Stack>
        {preview ? <Preview preview={preview} /> : null}
        {preview && preview.obstacles.length === 0 && mayMerge ? (
          <MergeForm key={preview.stays.id} preview={preview} />
        ) : null}
        {preview ? null : <LastChanges events={events} of={driverRecord} record={`/admin/drivers/${driver.id}`} />}
      </Stack>
    </SideBySide>
  )
}

/** The obstacles and how to remove them; without any, what moves, in sentences. */
function Preview({ preview }: { preview: MergePreview }) {
  const t = useT()
  const { gone, stays, obstacles, moves, balances, statements, waits } = preview
  const names = { gone: `${gone.name} (${gone.ref})`, stays: `${stays.name} (${stays.ref})` }
  if (obstacles.length > 0) {
    return (
      <Notice tone="warn" title={t('page.merges.blocked')}>
        <ul>
          {obstacles.map(({ code, driver, weeks }) => (
            <li key={code + driver}>
              {t(`page.merges.obstacles.${code}`, { driver })}{' '}
              {weeks.map((week) => (
                <Link key={week} to={`/admin/weekly/${week}`}>
                  {week}{' '}
                </Link>
              ))}
            </li>
          ))}
        </ul>
      </Notice>
    )
  }
  const moving = (['keys', 'cars', 'plans', 'adjustments', 'recurring', 'applications'] as const).filter(
    (name) => moves[name] > 0,
  )
  return (
    <Card title={t('page.merges.what', names)}>
      <ul>
        {moving.map((name) => (
          <li key={name}>{t(`page.merges.moves.${name}`, { count: moves[name] })}</li>
        ))}
        {balances.map(({ account, amount }) => (
          <li key={account}>{t(`page.merges.balances.${account}`, { amount: formatMoney(amount, t.language) })}</li>
        ))}
        <li>{t('page.merges.statements', { count: statements, name: gone.name })}</li>
        <li>{t('page.merges.open')}</li>
        {waits ? <li>{t('page.merges.waits', { name: stays.name })}</li> : null}
        <li>{t('page.merges.undo')}</li>
      </ul>
      <p>
        <Link to={`/admin/drivers/${stays.id}/merge?into=${gone.id}`}>
          {t('page.merges.swap', { name: gone.name })}
        </Link>
      </p>
    </Card>
  )
}

function MergeForm({ preview: { gone, stays, terms } }: { preview: MergePreview }) {
  const t = useT()
  const sides = [
    { value: 'stays', label: `${stays.name} (${stays.ref})` },
    { value: 'gone', label: `${gone.name} (${gone.ref})` },
  ]
  return (
    <Form>
      <input type="hidden" name="into" value={stays.id} />
      {terms === 'choose' ? <ChoiceField name="terms" label={t('page.merges.terms')} options={sides} required /> : null}
      {gone.account && stays.account ? (
        <ChoiceField
          name="account"
          label={t('page.merges.account')}
          help={t('page.merges.accountHelp')}
          options={[
            { value: 'stays', label: stays.account },
            { value: 'gone', label: gone.account },
          ]}
          required
        />
      ) : null}
      <RecordFields of={mergeReason} />
      <Actions>
        <SubmitButton>{t('page.merges.submit')}</SubmitButton>
      </Actions>
    </Form>
  )
}
