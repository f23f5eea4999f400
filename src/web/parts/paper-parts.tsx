import { PAPER_TYPES } from '#domain/uploads.ts'
import type { MissingThing, Readiness } from '#features/papers/readiness/schema.ts'
import { type PaperSlot, type PaperView, paperNumber } from '#features/papers/schema.ts'
import type { PaperKind } from '#domain/paper.ts'
import { showPlate } from '#domain/identifiers.ts'
import { limitsOf } from '#forms/record.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort, formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { endWords } from '#web/parts/paper-end.ts'
import { ActLink, Link } from '#web/links.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { DateField, FieldRow, FileDrop, TextField } from '#web/ui/fields.tsx'
import { Actions } from '#web/ui/form.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Bullets, Links, Words } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { State, type StateTone } from '#web/ui/state.tsx'

export const PAPER_TONES: Readonly<Record<PaperSlot['shownState'], StateTone>> = {
  missing: 'bad',
  exempt: 'plain',
  asked: 'todo',
  sent: 'warn',
  valid: 'ok',
  'running-out': 'warn',
  expired: 'bad',
  'not-yet': 'info',
  refused: 'bad',
  replaced: 'plain',
}

/** Whether somebody may drive, until when, what is missing and how to get it. */
export function MayDrive({
  of,
  id,
  readiness,
  isOwn = false,
}: {
  of: 'driver' | 'car'
  /** Id of the driver or car. */
  id: string
  readiness: Readiness
  /** The driver reads it: says what the driver has to do, and what the office takes care of. */
  isOwn?: boolean
}) {
  const t = useT()
  const { may, missing, until } = readiness
  return (
    <Notice tone={may ? 'ok' : 'bad'} title={t(`page.papers.may.${of}.${may ? 'yes' : 'no'}`)}>
      {may ? (
        <p>
          {until === null
            ? t('page.papers.may.always')
            : t('page.papers.may.until', { day: formatDayShort(until, t.language) })}
        </p>
      ) : (
        <Bullets>
          {missing.map((requirement) => (
            <li key={missingWords(t, requirement)}>
              {isOwn ? ownMissingWords(t, requirement) : missingWords(t, requirement)}{' '}
              {isOwn ? (
                <small>{t(`page.papers.ownSteps.${ownStepOf(requirement)}`)}</small>
              ) : (
                <OfficeStep of={of} id={id} missing={requirement} />
              )}
            </li>
          ))}
        </Bullets>
      )}
    </Notice>
  )
}

/** The step that gets a missing thing, with a link: papers of the operator or a car are not on the driver's page. */
function OfficeStep({ of, id, missing }: { of: 'driver' | 'car'; id: string; missing: MissingThing }) {
  const t = useT()
  const to = stepAddress(of, id, missing)
  const words = t(`page.papers.steps.${stepOf(missing)}`)
  return <Link to={to}>{words}</Link>
}

function stepAddress(of: 'driver' | 'car', id: string, missing: MissingThing): string {
  const record = `/admin/${of === 'driver' ? 'drivers' : 'vehicles'}/${id}`
  if (missing.kind === 'away') return `${record}/departure`
  if (missing.kind === 'suspended') return `${record}/edit`
  if (missing.kind === 'contract') return `/admin/contracts/new?driver=${id}`
  if (missing.kind === 'age') return `/admin/vehicles/${missing.car.id}/upkeep#title`
  if (missing.onItsWay === 'sent') return '/admin/documents'
  if (missing.holder === 'company') return `/admin/documents/company/${missing.paper}`
  return `${missing.car ? `/admin/vehicles/${missing.car.id}` : record}/papers/${missing.paper}`
}

/** The missing thing in a few words: the paper's name. */
export function missingName(t: Translator, missing: MissingThing): string {
  if (missing.kind === 'paper') return missing.name?.[t.language] ?? missing.paper
  return t(`page.papers.driving.${missing.kind}`)
}

export function missingWords(t: Translator, missing: MissingThing): string {
  const day = (written: string | null) => (written === null ? '' : formatDayShort(written, t.language))
  if (missing.kind === 'away' || missing.kind === 'suspended')
    return t(`page.papers.missing.${missing.kind}${missing.until === null ? '' : 'Until'}`, { day: day(missing.until) })
  if (missing.kind === 'contract')
    return t(`page.papers.missing.contract${missing.ended === null ? '' : 'Ended'}`, { day: day(missing.ended) })
  if (missing.kind === 'age') {
    const car = { plate: showPlate(missing.car.plate), day: day(missing.ended) }
    return t(`page.papers.missing.age${missing.ended === null ? '' : 'Ended'}`, car)
  }
  const name = missingName(t, missing)
  const whose = missing.car
    ? ` (${showPlate(missing.car.plate)})`
    : missing.holder === 'company'
      ? ` (${t('page.papers.may.company')})`
      : ''
  return t(`page.papers.missing.paper${missing.ended === null ? '' : 'Ended'}`, {
    paper: name + whose,
    day: day(missing.ended),
  })
}

/** The missing thing in words for the driver. */
function ownMissingWords(t: Translator, missing: MissingThing): string {
  if (missing.kind !== 'away' && missing.kind !== 'suspended') return missingWords(t, missing)
  return missing.until === null
    ? t(`page.papers.ownMissing.${missing.kind}`)
    : t(`page.papers.ownMissing.${missing.kind}Until`, { day: formatDayShort(missing.until, t.language) })
}

function stepOf(missing: MissingThing) {
  return missing.kind === 'paper' ? (missing.onItsWay ?? 'none') : missing.kind
}

/** The next step, as the driver reads it. */
function ownStepOf(missing: MissingThing) {
  if (missing.kind === 'contract') return 'contract'
  if (missing.kind === 'away' || missing.kind === 'suspended') return 'ask'
  if (missing.kind !== 'paper' || missing.holder !== 'driver') return 'office'
  return missing.onItsWay === 'sent' ? 'sent' : 'yours'
}

/** An action on a paper: its link, its words, and longer words that name the paper, for people who do not see the row. */
export type PaperAct = {
  to: string
  words: 'open' | 'record' | 'look' | 'refused' | 'add' | 'replace' | 'own.send' | 'own.again' | 'own.newer'
  named: 'open' | 'record' | 'look' | 'refused' | 'add' | 'replace' | 'own.send'
  isPrimary?: boolean
  isFile?: boolean
  /** The driver's phone keeps the page behind the link (`enhancing/keep-area.ts`). */
  keep?: 'daily'
}

/** The last rank of papers with a problem: `rank` says what each rank means. */
const LAST_WRONG = 4
const IN_ORDER = 5

/** First each paper with a problem, with its reason and one action; then the others, folded. */
export function PaperSlots({
  slots,
  acts,
}: {
  slots: readonly PaperSlot[]
  /** The actions on a paper, the most likely first. */
  acts: (slot: PaperSlot) => readonly PaperAct[]
}) {
  const t = useT()
  if (slots.length === 0) return <p>{t('page.papers.empty')}</p>
  const sorted = slots.toSorted((one, other) => rank(one) - rank(other) || endOf(one).localeCompare(endOf(other)))
  const slotsToMend = sorted.filter((slot) => rank(slot) <= LAST_WRONG)
  const inOrder = sorted.filter((slot) => rank(slot) === IN_ORDER)
  const optional = sorted.filter((slot) => rank(slot) > IN_ORDER)
  const next = inOrder.find(({ current }) => current?.expiresOn)?.current?.expiresOn
  return (
    <Stack>
      {slotsToMend.length > 0 ? (
        <Items>
          {slotsToMend.map((slot) => (
            <PaperRow key={slot.kind.code} slot={slot} acts={acts(slot)} />
          ))}
        </Items>
      ) : null}
      {inOrder.length + optional.length > 0 ? (
        <Card part flush>
          {inOrder.length > 0 ? (
            <Disclosure
              summary={t('page.papers.folds.inOrder', { count: inOrder.length })}
              aside={
                next ? <small>{t('page.papers.folds.next', { day: formatDayShort(next, t.language) })}</small> : null
              }
            >
              <FoldedPapers slots={inOrder} acts={acts} />
            </Disclosure>
          ) : null}
          {optional.length > 0 ? (
            <Disclosure summary={t('page.papers.folds.optional', { count: optional.length })}>
              <FoldedPapers slots={optional} acts={acts} />
            </Disclosure>
          ) : null}
        </Card>
      ) : null}
    </Stack>
  )
}

/** One paper, with its most likely action beside it and the others under its words. */
export function PaperRow({
  slot,
  acts: [first, ...others],
  isWhole = false,
}: {
  slot: PaperSlot
  acts: readonly PaperAct[]
  /** Shows the paper's number and its reviewer too. */
  isWhole?: boolean
}) {
  const t = useT()
  return (
    <Item
      title={slot.kind.name[t.language]}
      aside={<SlotState slot={slot} />}
      acts={first ? <Act slot={slot} act={first} /> : null}
    >
      {slot.current ? <p>{endWords(t, slot.current)}</p> : null}
      {slot.current && isWhole ? <Words look="small">{detailWords(t, slot)}</Words> : null}
      <SlotWords slot={slot} />
      {others.length > 0 ? (
        <Links>
          {others.map((act) => (
            <Act key={act.words} slot={slot} act={act} isLink />
          ))}
        </Links>
      ) : null}
    </Item>
  )
}

/** Papers as folded lines of name and end; opened, each shows its facts and actions. */
function FoldedPapers({
  slots,
  acts,
}: {
  slots: readonly PaperSlot[]
  acts: (slot: PaperSlot) => readonly PaperAct[]
}) {
  const t = useT()
  return slots.map((slot) => (
    <Disclosure
      key={slot.kind.code}
      level="line"
      summary={slot.kind.name[t.language]}
      aside={
        slot.shownState === 'valid' && slot.current ? (
          slot.current.expiresOn === null ? (
            <small>{t('page.papers.facts.noEnd')}</small>
          ) : (
            <b>{formatDayShort(slot.current.expiresOn, t.language)}</b>
          )
        ) : (
          <SlotState slot={slot} />
        )
      }
    >
      <Stack>
        <div>
          {slot.current ? <Words look="small">{detailWords(t, slot)}</Words> : null}
          <SlotWords slot={slot} />
        </div>
        {acts(slot).length > 0 ? (
          <Actions>
            {acts(slot).map((act) => (
              <Act key={act.words} slot={slot} act={act} />
            ))}
          </Actions>
        ) : null}
      </Stack>
    </Disclosure>
  ))
}

function Act({ slot, act, isLink = false }: { slot: PaperSlot; act: PaperAct; isLink?: boolean }) {
  const t = useT()
  const { to, words, named, isPrimary = false, isFile = false, keep } = act
  const label = t(`page.papers.${named}Named`, { paper: slot.kind.name[t.language] })
  if (isLink) {
    return (
      <ActLink to={to} file={isFile} aria-label={label} data-keep={keep}>
        {t(`page.papers.${words}`)}
      </ActLink>
    )
  }
  return (
    <LinkButton
      to={to}
      kind={isFile ? 'text' : isPrimary ? 'primary' : 'outlined'}
      file={isFile}
      aria-label={label}
      data-keep={keep}
    >
      {t(`page.papers.${words}`)}
    </LinkButton>
  )
}

/** Sorts papers that end before those that do not. */
function endOf({ current }: PaperSlot): string {
  return current?.expiresOn ?? '9999'
}

/** Rank of a paper: first what somebody needs and lacks, then what is on its way, what ends, and the rest. */
export function rank({ kind, isAsked, shownState, onItsWay, refused, reviews }: PaperSlot): number {
  const isNeeded = Object.values(kind.needed).some(Boolean)
  if (shownState === 'expired' || refused || reviews.some(({ state }) => state === 'refused')) return 0
  if (shownState === 'missing' && onItsWay?.state === 'asked') return 1
  if (shownState === 'missing' && isAsked && (isNeeded || kind.namesApplication)) return onItsWay ? 4 : 2
  if (onItsWay) return 4
  if (shownState === 'running-out') return 3
  return shownState === 'missing' ? 6 : 5
}

function SlotState({ slot: { shownState, onItsWay, kind } }: { slot: PaperSlot }) {
  const t = useT()
  if (shownState === 'missing' && onItsWay)
    return <State tone={PAPER_TONES[onItsWay.shownState]}>{t(`page.papers.looks.${onItsWay.shownState}`)}</State>
  const isNeeded = Object.values(kind.needed).some(Boolean)
  return (
    <State tone={shownState === 'missing' && !isNeeded ? 'todo' : PAPER_TONES[shownState]}>
      {t(`page.papers.looks.${shownState}`)}
    </State>
  )
}

function SlotWords({
  slot: { kind, current, onItsWay, refused, shownState, exemptUntil, reviews },
}: {
  slot: PaperSlot
}) {
  const t = useT()
  const day = (written: string) => formatDayShort(written, t.language)
  const uses = (['drive', 'assign', 'pay'] as const)
    .filter((use) => kind.needed[use])
    .map((use) => t(kind.holder === 'driver' ? `page.papers.uses.${use}` : `page.papers.usesOfCar.${use}`))
  return (
    <>
      {current && onItsWay?.state === 'sent' ? <p>{t('page.papers.facts.waits')}</p> : null}
      {onItsWay?.state === 'asked' ? (
        <p>
          {onItsWay.dueOn === null ? '' : t('page.papers.facts.due', { day: day(onItsWay.dueOn) })}
          {onItsWay.words === '' ? '' : ` · ${onItsWay.words}`}
        </p>
      ) : null}
      {exemptUntil !== null && !current ? <p>{t('page.papers.facts.exempt', { day: day(exemptUntil) })}</p> : null}
      {reviews.map(({ provider, state, onDay, words }) => (
        <p key={provider}>
          {t(`page.papers.standing.is.${state}`, {
            provider: t(`page.connections.providers.${provider}`),
            day: day(onDay),
          })}
          {state === 'refused' ? ` ${words === '' ? t('page.papers.standing.lifts') : words}` : ''}
        </p>
      ))}
      {refused ? <p>{t('page.papers.facts.refused', { reason: refused.reason })}</p> : null}
      {shownState === 'missing' || shownState === 'expired' ? (
        <Words look="small">
          {uses.length > 0
            ? t('page.papers.facts.neededTo', { uses: uses.join(', ') })
            : t(`page.papers.facts.${kind.namesApplication ? 'askedByLaw' : 'notNeeded'}`)}
        </Words>
      ) : null}
      {kind.namesApplication ? <Words look="small">{t('page.papers.facts.notTheRecord')}</Words> : null}
      {kind.isSensitive ? <Words look="small">{t('page.papers.facts.notKept')}</Words> : null}
    </>
  )
}

/** "n.º …ZZ0 · Verificado em 26 nov. 2026, 05:12." Only the page of the paper shows the whole number. */
function detailWords(t: Translator, { kind, current }: PaperSlot): string {
  if (!current) return ''
  const { number, answeredAt, answeredBy } = current
  const at = answeredAt === null ? '' : formatInstant(answeredAt, t.language)
  const checkedWords =
    answeredBy === null ? t('page.papers.facts.seen', { at }) : t('page.papers.facts.seenBy', { at, who: answeredBy })
  return [
    ...(number === null ? [] : [numberWords(t, kind, kind.namesApplication ? number : `…${number.slice(-4)}`)]),
    ...(answeredAt === null ? [] : [checkedWords]),
  ].join(' · ')
}

/** The number of a paper, or the application or book that it names. */
export function numberWords(t: Translator, { namesApplication }: PaperKind, number: string): string {
  return namesApplication ? number : t('page.papers.facts.number', { number })
}

/** The fields of a paper: its number and days, and its file; for a sensitive paper only its code. */
export function PaperFields({
  kind,
  paper,
  withFile,
  isSent = false,
}: {
  kind: PaperKind
  paper: Pick<PaperView, 'number' | 'issuedOn' | 'expiresOn'> | null
  withFile: boolean
  /** The holder sends the paper: the office confirms its days later. */
  isSent?: boolean
}) {
  const t = useT()
  return (
    <>
      {withFile && !kind.isSensitive ? (
        <FileDrop
          name="files[]"
          label={t('page.papers.fields.files')}
          help={t('page.papers.fields.filesHelp')}
          accept={PAPER_TYPES}
          required={isSent}
        />
      ) : null}
      <TextField
        name="number"
        label={t(`page.papers.fields.${numberOf(kind)}`)}
        help={t.find(`page.papers.fields.${numberOf(kind)}Help`) ?? undefined}
        defaultValue={paper?.number ?? ''}
        {...limitsOf(paperNumber)}
        autoComplete="off"
        spellCheck={false}
        required={kind.isSensitive}
      />
      <FieldRow>
        <DateField name="issuedOn" label={t('page.papers.fields.issuedOn')} defaultValue={paper?.issuedOn ?? ''} />
        {kind.hasExpiry ? (
          <DateField
            name="expiresOn"
            label={t('page.papers.fields.expiresOn')}
            help={
              kind.validMonths === null ? undefined : t('page.papers.fields.expiresHelp', { months: kind.validMonths })
            }
            defaultValue={paper?.expiresOn ?? ''}
            required={!isSent && !kind.namesApplication}
          />
        ) : null}
      </FieldRow>
    </>
  )
}

/** The label of the field for a paper's number. */
export function numberOf({ isSensitive, namesApplication }: PaperKind): 'code' | 'application' | 'number' {
  return isSensitive ? 'code' : namesApplication ? 'application' : 'number'
}
