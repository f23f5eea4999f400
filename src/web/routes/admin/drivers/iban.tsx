import { href } from 'react-router'
import { changeIban } from '#features/fleet/ibans/commands.server.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { listIbans } from '#features/fleet/ibans/queries.server.ts'
import { listCheckedIbans } from '#features/oversight/second-person/queries.server.ts'
import { ibanInput, ibanRecord } from '#features/fleet/ibans/schema.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { Moment } from '#web/parts/moment.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { requireRecentSignIn } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Fact, Facts, Section, Stack } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide, Words } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { State } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/iban.ts'
import { IBAN_TONES } from './tones.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const { id, name } = await getDriver(params.id)
  const [checked] = await listCheckedIbans({ driver: id })
  return {
    driverId: id,
    name,
    ibans: await listIbans(id, now),
    checked: checked ? { at: checked.at, by: checked.by.name, isInFile: checked.isInFile } : null,
  }
})

export const action = saves(
  'driver.change-iban',
  ibanInput,
  async (change, input, { params, context }: Route.ActionArgs) => {
    requireRecentSignIn(context)
    await changeIban(change, params.id, input)
    return withDone(href('/admin/drivers/:id/iban', params), 'iban')
  },
)

type Iban = Route.ComponentProps['loaderData']['ibans'][number]

export default function IbanScreen({ loaderData: { driverId, name, ibans, checked } }: Route.ComponentProps) {
  const t = useT()
  const [current, ...earlier] = ibans
  return (
    <Stack>
      <SideBySide>
        <Section title={t('page.fleet.iban.title')}>
          {current ? (
            <CurrentIban id={driverId} iban={current} name={name} checked={checked} />
          ) : (
            <Notice tone="warn" title={t('page.fleet.iban.none')}>
              {t('page.fleet.iban.noneText')}
            </Notice>
          )}
        </Section>
        <Section title={t(current ? 'page.fleet.iban.change' : 'page.fleet.iban.first')}>
          <Form key={ibans.length} of={ibanRecord} above={current ? <p>{t('page.fleet.iban.changeHelp')}</p> : null}>
            <Actions>
              <SubmitButton>{t(current ? 'page.fleet.iban.submit' : 'page.fleet.iban.submitFirst')}</SubmitButton>
            </Actions>
          </Form>
        </Section>
      </SideBySide>
      {earlier.length > 0 ? (
        <Section title={t('page.fleet.iban.history')}>
          <Table
            caption={t('page.fleet.iban.caption')}
            rows={earlier}
            rowKey={({ id }) => String(id)}
            columns={columns(t, name)}
          />
        </Section>
      ) : null}
    </Stack>
  )
}

type CurrentProps = Pick<Route.ComponentProps['loaderData'], 'name' | 'checked'> & { id: string; iban: Iban }

function CurrentIban({ id, iban: current, name, checked }: CurrentProps) {
  const t = useT()
  return (
    <Stack>
      {current.heldFor && current.heldUntil ? (
        <Notice tone="warn" title={t('page.fleet.iban.held', { at: formatInstant(current.heldUntil, t.language) })}>
          {t(`page.fleet.iban.heldFor.${current.heldFor}`)}
        </Notice>
      ) : null}
      {current.state === 'unchecked' ? (
        <Notice tone="warn" action={<LinkButton to="/admin/second-person">{t('page.fleet.iban.check')}</LinkButton>}>
          {t('page.fleet.iban.unchecked')}
        </Notice>
      ) : null}
      {current.state === 'invalid' ? <Notice tone="bad">{t('page.fleet.iban.invalid')}</Notice> : null}
      <Card>
        <Facts>
          <Fact name={t('page.fleet.iban.columns.iban')}>
            {current.masked}{' '}
            <LinkButton to={`/admin/sealed/account/iban/${id}`} kind="text">
              {t('page.sealed.ofIban')}
            </LinkButton>
          </Fact>
          <Fact name={t('page.fleet.iban.columns.holder')}>{current.holder ?? name}</Fact>
          <Fact name={t('page.fleet.iban.columns.added')}>
            <Added iban={current} />
          </Fact>
          <Fact name={t('page.fleet.iban.columns.state')}>
            <State tone={IBAN_TONES[current.state]}>{t(`page.fleet.drivers.ibanStates.${current.state}`)}</State>
          </Fact>
        </Facts>
      </Card>
      {checked ? (
        <Words look="soft">
          {t('page.secondPerson.checked.by', { name: checked.by, at: formatInstant(checked.at, t.language) })}{' '}
          {checked.isInFile ? null : (
            <LinkButton to={`/admin/drivers/${id}/iban/check`} kind="text">
              {t('page.secondPerson.checked.takeBack')}
            </LinkButton>
          )}
        </Words>
      ) : null}
    </Stack>
  )
}

function Added({ iban: { addedAt, by } }: { iban: Iban }) {
  const t = useT()
  if (!by) return <Moment at={addedAt} />
  return <>{t('page.fleet.by', { at: formatInstant(addedAt, t.language), by })}</>
}

function columns(t: ReturnType<typeof useT>, name: string): Column<Iban>[] {
  return [
    {
      head: t('page.fleet.iban.columns.iban'),
      cell: ({ masked }) => masked,
    },
    { head: t('page.fleet.iban.columns.holder'), cell: ({ holder }) => holder ?? name },
    { head: t('page.fleet.iban.columns.added'), cell: (iban) => <Added iban={iban} /> },
  ]
}
