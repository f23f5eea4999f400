import type { Reach } from '#domain/reach.ts'
import { type FineAct, type FineView, fineActs, typedInAct } from '#features/fleet/fines/schema.ts'
import type { Charge } from '#features/plans/charges/schema.ts'
import { useT } from '#web/i18n.tsx'
import { ReachNote } from '#web/parts/reach-note.tsx'
import type { Reply } from '#web/reply.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import type { Option } from '#web/ui/fields.tsx'
import { Form, LateReply, SubmitButton } from '#web/ui/form.tsx'
import { Words } from '#web/ui/layout.tsx'

type Props = {
  fine: FineView
  charge: Charge | null
  drivers: readonly Option[]
  today: string
  /** Whether the driver has access to the notice about the fine. */
  isReached: boolean
  /** The ways by which the driver would be notified now. */
  reach: Reach | null
  reply: Reply | undefined
}

/** The possible acts on a fine: first the one that its state asks for, then the driver, then the rest, folded. */
export function FineActs({ fine, charge, drivers, today, isReached, reach, reply }: Props) {
  const t = useT()
  const { id, state, driver, informedAt } = fine
  const place = `/admin/vehicles/fines/${id}`
  // Nothing is left to do about it, but the company may have paid it and charge the driver.
  const isOver = state === 'not-applicable'
  const ofDriver = (
    <>
      {driver !== null && informedAt === null ? (
        <Form intent="inform">
          <About driver={driver} />
          <Words>{t(`page.fines.acts.${isOver ? 'informOver' : 'informText'}`, { driver: driver.name })}</Words>
          <ReachNote reach={reach} name={driver.name} driver={driver.id} />
          <div>
            <SubmitButton kind="outlined">{t('page.fines.acts.inform')}</SubmitButton>
          </div>
        </Form>
      ) : null}
      {driver !== null && charge === null && informedAt !== null && isReached ? (
        <div>
          <LinkButton to={`${place}/charge`}>{t('page.fines.acts.charge')}</LinkButton>
        </div>
      ) : null}
    </>
  )
  return (
    <Card title={t('page.fines.acts.next')} tone={fine.isRunning && fine.urgency !== 'calm' ? 'warn' : 'plain'}>
      <Stack>
        <LateReply offered={offeredFor(fine)} />
        {state === 'unidentified' && driver === null ? <Identify drivers={drivers} fine={fine} /> : null}
        {state === 'unidentified' && driver !== null ? <Make fine={fine} /> : null}
        {state === 'made' ? (
          <>
            <Words>{t('page.fines.acts.signText')}</Words>
            <Form intent="sign" of={fineActs.sign}>
              <About driver={driver} />
              <div>
                <SubmitButton>{t('page.fines.acts.signSubmit')}</SubmitButton>
              </div>
            </Form>
          </>
        ) : null}
        {state === 'signed' ? (
          <>
            <Words>{t('page.fines.acts.sendText')}</Words>
            <Form intent="send" of={fineActs.send} values={{ sentOn: today }}>
              <About driver={driver} />
              <div>
                <SubmitButton>{t('page.fines.acts.sendSubmit')}</SubmitButton>
              </div>
            </Form>
          </>
        ) : null}
        {isOver ? null : ofDriver}
        {isOver || (state === 'sent' && charge !== null) ? <Words>{t('page.fines.acts.nothing')}</Words> : null}
        <Disclosure summary={t('page.fines.acts.other')} open={reply !== undefined}>
          <Stack>
            {isOver ? ofDriver : null}
            {state === 'unidentified' && driver !== null ? <Identify drivers={drivers} fine={fine} /> : null}
            <Form intent="price" of={fineActs.price} values={typedInAct(fine)} version={null}>
              <div>
                <SubmitButton kind="outlined">{t('page.fines.acts.priceSubmit')}</SubmitButton>
              </div>
            </Form>
            {state === 'unidentified' ? (
              <div>
                <LinkButton to={`${place}/edit`}>{t('page.fines.correct.link')}</LinkButton>
              </div>
            ) : null}
            {fine.isRunning ? (
              <>
                <Words>{t('page.fines.acts.closeText')}</Words>
                <Form intent="close" of={fineActs.why}>
                  <div>
                    <SubmitButton kind="outlined">{t('page.fines.acts.closeSubmit')}</SubmitButton>
                  </div>
                </Form>
              </>
            ) : null}
            {state === 'unidentified' ? null : (
              <>
                <Words>{t('page.fines.acts.reopenText')}</Words>
                <Form intent="reopen" of={fineActs.why}>
                  <div>
                    <SubmitButton kind="outlined">{t('page.fines.acts.reopenSubmit')}</SubmitButton>
                  </div>
                </Form>
              </>
            )}
          </Stack>
        </Disclosure>
      </Stack>
    </Card>
  )
}

/** The acts of the forms that the page shows. */
function offeredFor({ state, driver, informedAt, body, isRunning }: FineView): FineAct['intent'][] {
  const ofState = {
    unidentified: ['identify'],
    made: ['sign'],
    signed: ['send'],
    sent: [],
    'not-applicable': [],
  } as const
  return [
    'price',
    ...ofState[state],
    ...(state === 'unidentified' ? [] : ['reopen' as const]),
    ...(state === 'unidentified' && driver !== null && body !== 'ansr' ? ['make' as const] : []),
    ...(driver !== null && informedAt === null ? ['inform' as const] : []),
    ...(isRunning ? ['close' as const] : []),
  ]
}

/** The authority's document for ANSR fines is made here; other bodies have forms of their own. */
function Make({ fine: { id, body, driver } }: { fine: FineView }) {
  const t = useT()
  if (body === 'ansr')
    return (
      <Stack>
        <Words>{t('page.fines.acts.makeText')}</Words>
        <div>
          <LinkButton to={`/admin/vehicles/fines/${id}/identification`} kind="primary">
            {t('page.fines.acts.make')}
          </LinkButton>
        </div>
      </Stack>
    )
  return (
    <Form intent="make">
      <About driver={driver} />
      <Words>{t('page.fines.acts.makeOther')}</Words>
      <div>
        <SubmitButton>{t('page.fines.acts.makeOtherSubmit')}</SubmitButton>
      </div>
    </Form>
  )
}

/** Says in a form which driver it was opened about. */
export function About({ driver }: { driver: { id: string } | null }) {
  return driver === null ? null : <input type="hidden" name="driverSeen" value={driver.id} />
}

function Identify({ drivers, fine }: { drivers: readonly Option[]; fine: FineView }) {
  const t = useT()
  return (
    <Form
      intent="identify"
      of={fineActs.identify}
      values={typedInAct(fine)}
      version={null}
      offered={{ driverId: drivers }}
    >
      <div>
        <SubmitButton kind={fine.driver ? 'outlined' : 'primary'}>{t('page.fines.acts.identifySubmit')}</SubmitButton>
      </div>
    </Form>
  )
}
