import { type StayView, stayEnd, stayRecord, stayWithdrawal } from '#features/fleet/workshop-stays/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { type Reply, answered } from '#web/reply.ts'
import { Section, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Words } from '#web/ui/layout.tsx'

type Props = {
  stays: readonly StayView[]
  /** Whether the record of the car says that it is in maintenance. */
  isInMaintenance: boolean
  today: string
  reply: Reply | undefined
}

/** Whether the car is in a workshop, since when, and the form that says that it came in or back. */
export function StaySection({ stays, isInMaintenance, today, reply }: Props) {
  const t = useT()
  const open = stays.find(({ until }) => until === null)
  const past = stays.filter(({ until }) => until !== null)
  return (
    <Section title={t('page.workshopStays.title')} at="stay">
      <Stack>
        {open ? <OpenStay stay={open} today={today} reply={reply} /> : null}
        {open ? null : (
          <>
            <Words>{t(`page.workshopStays.${isInMaintenance ? 'undated' : 'none'}`)}</Words>
            <FormReply reply={answered(reply, 'end-stay')} />
            <Disclosure
              summary={t('page.workshopStays.add')}
              open={isInMaintenance || answered(reply, 'stay') !== undefined}
            >
              <Form
                intent="stay"
                of={stayRecord}
                values={{ since: today }}
                above={<Words look="soft">{t('page.workshopStays.text')}</Words>}
              >
                <div>
                  <SubmitButton kind="outlined">{t('page.workshopStays.submit')}</SubmitButton>
                </div>
              </Form>
            </Disclosure>
          </>
        )}
        {past.length === 0 ? null : <PastStays stays={past} isOpen={open !== undefined} reply={reply} />}
      </Stack>
    </Section>
  )
}

function OpenStay({ stay, today, reply }: { stay: StayView; today: string; reply: Reply | undefined }) {
  const t = useT()
  const { since, workshop, why } = stay
  const expected = expectedWords(stay, today, t)
  return (
    <>
      <FormReply reply={answered(reply, 'stay')} />
      <Words>{[openWords({ since, workshop }, t), why].filter(Boolean).join(' ')}</Words>
      {expected === null ? null : <Words look={isLate(stay, today) ? 'warn' : 'soft'}>{expected}</Words>}
      <Form
        intent="end-stay"
        of={stayEnd}
        values={{ until: today }}
        above={<Words look="soft">{t('page.workshopStays.endText')}</Words>}
      >
        <input type="hidden" name="stay" value={stay.id} />
        <div>
          <SubmitButton kind="outlined">{t('page.workshopStays.endSubmit')}</SubmitButton>
        </div>
      </Form>
      <WithdrawStay stay={stay} reply={reply} />
    </>
  )
}

/** Since when a car is in a workshop, and in which. */
export function openWords({ since, workshop }: Pick<StayView, 'since' | 'workshop'>, t: Translator): string {
  const day = formatDayShort(since, t.language)
  return workshop === '' ? t('page.workshopStays.open', { day }) : t('page.workshopStays.openAt', { workshop, day })
}

/** When a car should be back from the workshop, or should have been; `null` if nobody said it. */
export function expectedWords(stay: Expected, today: string, t: Translator): string | null {
  if (stay.expectedOn === null) return null
  const day = formatDayShort(stay.expectedOn, t.language)
  return t(`page.workshopStays.${isLate(stay, today) ? 'late' : 'expected'}`, { day })
}

type Expected = Pick<StayView, 'expectedOn'>

function isLate({ expectedOn }: Expected, today: string): boolean {
  return expectedOn !== null && expectedOn < today
}

function WithdrawStay({ stay, reply }: { stay: StayView; reply: Reply | undefined }) {
  const t = useT()
  return (
    <Disclosure summary={t('page.workshopStays.withdraw')} open={answered(reply, 'withdraw-stay') !== undefined}>
      <Form intent="withdraw-stay" of={stayWithdrawal}>
        <input type="hidden" name="stay" value={stay.id} />
        <div>
          <SubmitButton kind="outlined">{t('page.workshopStays.withdrawSubmit')}</SubmitButton>
        </div>
      </Form>
    </Disclosure>
  )
}

type PastProps = { stays: readonly StayView[]; isOpen: boolean; reply: Reply | undefined }

function PastStays({ stays, isOpen, reply }: PastProps) {
  const t = useT()
  return (
    <Disclosure summary={t('page.workshopStays.past')} open={answered(reply, 'resume-stay') !== undefined}>
      <FormReply reply={answered(reply, 'resume-stay')} />
      <Items>
        {stays.map((stay, at) => (
          <Item
            key={stay.id}
            title={t('page.workshopStays.days', {
              from: formatDayShort(stay.since, t.language),
              until: formatDayShort(stay.until ?? stay.since, t.language),
            })}
            acts={
              at === 0 && !isOpen ? (
                <Form inline>
                  <input type="hidden" name="intent" value="resume-stay" />
                  <input type="hidden" name="stay" value={stay.id} />
                  <SubmitButton kind="text">{t('page.workshopStays.resume')}</SubmitButton>
                </Form>
              ) : null
            }
          >
            <Words look="soft">{[stay.workshop, stay.why].filter(Boolean).join(' · ')}</Words>
            {at === 0 ? <WithdrawStay stay={stay} reply={reply} /> : null}
          </Item>
        ))}
      </Items>
    </Disclosure>
  )
}
