import { CONTRACT_KINDS, type Placeholder, cedesCar, placeholdersOf } from '#domain/contract.ts'
import { namesApart } from '#domain/driver.ts'
import { maskNifsIn } from '#domain/identifiers.ts'
import { dayAfter } from '#domain/paper.ts'
import { draftContract } from '#features/contracts/commands.server.ts'
import { listRunning } from '#features/contracts/queries.server.ts'
import {
  draftText,
  findOwnCar,
  getOriginal,
  knownFilling,
  termWords,
  writtenOnPapers,
} from '#features/contracts/filling/queries.server.ts'
import { findPreparation } from '#features/contracts/preparations/queries.server.ts'
import {
  MAX_CHANGES,
  TYPED,
  choiceRecord,
  contractChoice,
  cedingDays,
  contractDays,
  contractInput,
  LONGEST_FACT,
} from '#features/contracts/schema.ts'
import { templateInUse } from '#features/contracts/templates/queries.server.ts'
import { listCars } from '#features/fleet/drivers/queries.server.ts'
import type { MessageKey } from '#messages/catalogue.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { FirstNeeded } from '#web/parts/first-needed.tsx'
import { ContractText } from '#web/parts/contract-parts.tsx'
import { useMaySend } from '#web/place-power.ts'
import { driverOptions } from '#web/routes/admin/vehicles/driver-options.server.ts'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { TextField, TextareaField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton, RecordFields } from '#web/ui/form.tsx'
import { SideBySide, Bullets, Links, Page, Words } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/new.ts'
import { placeOfFact } from './fact-places.ts'
import { dayAt, listWithoutContract } from './listed.server.ts'
import { WithoutContract } from './without-contract.tsx'

export const loader = shows(async ({ url }: Route.LoaderArgs, { now }) => {
  const drivers = await driverOptions(now, { withFormer: false })
  const chosen = contractChoice.safeParse(Object.fromEntries(url.searchParams))
  const today = dayAt(now)
  if (!chosen.success) {
    const without = namesApart(await listWithoutContract(now))
    return { drivers, driver: url.searchParams.get('driver') ?? '', without, preview: null }
  }
  const choice = chosen.data
  const [filling, cars, { body: template, version }, waiting, running] = await Promise.all([
    knownFilling(choice, now),
    listCars(choice.driver),
    templateInUse(choice),
    choice.follows === null ? findPreparation(choice, now) : null,
    // A contract may have several amendments.
    choice.kind === 'amendment' ? [] : listRunning([choice.driver], choice.kind, now),
  ])
  const placeholders = placeholdersOf(template)
  const original = choice.follows === null ? null : await getOriginal(choice.follows)
  const last = original && (original.ended_on ?? original.ends_on)
  // A renewal begins when the former contract ends, unless that is past.
  const from = choice.kind !== 'amendment' && last !== null ? dayAfter(last) : (waiting?.startsOn ?? today)
  const starts = from > today ? from : today
  const { text, open } = draftText(template, choice.language, {
    ...filling,
    ...waiting?.typed,
    ...termWords({ startsOn: starts, endsOn: null, kind: choice.kind }, choice.language),
  })
  const typed = TYPED.filter((name) => placeholders.includes(name) && !filling[name])
  const ownCar = cedesCar(choice.kind) ? await findOwnCar(choice.driver) : null
  const car = ownCar?.id ?? cars.find(({ to }) => to === null)?.vehicleId ?? null
  const lacking = (name: Placeholder) => ({ name, place: placeOfFact(name, choice, car) })
  const isTyped = (name: Placeholder) => typed.some((placeholder) => placeholder === name)
  return {
    drivers,
    driver: choice.driver,
    without: [],
    // Only the PDF shows a person's whole number; screens of the office never do.
    preview: {
      choice,
      text: maskNifsIn(text),
      typed,
      open: open.filter((name) => !isTyped(name)).map(lacking),
      // Facts that may be typed here, but would be better kept in a record.
      recorded: typed.map(lacking).filter(({ place }) => place !== null),
      written: await writtenOnPapers(choice, now),
      starts,
      version,
      original: original && { id: original.id, number: original.ordinal },
      waiting: waiting && { typed: waiting.typed },
      running: running.filter(({ id }) => id !== choice.follows),
    },
  }
})

export const action = saves('contract.draft', contractInput, async (change, input) => {
  const id = await draftContract(change, input)
  return `/admin/contracts/${id}?done=drafted`
})

/** Choose the template and the driver; then the text with all known facts, and fields for those that no record has. */
export default function NewContractScreen({ loaderData }: Route.ComponentProps) {
  const t = useT()
  const { drivers, driver, without, preview } = loaderData
  return (
    <>
      <PageHead
        title={t(titleOf(preview?.choice))}
        back={{ to: '/admin/contracts', label: t('page.contracts.back') }}
        {...(preview ? { subtitle: t(`page.contracts.kinds.${preview.choice.kind}`) } : {})}
      />
      {drivers.length === 0 ? (
        <FirstNeeded what="driver" />
      ) : preview ? (
        <Page width="middle">
          <Preview preview={preview} />
        </Page>
      ) : (
        <SideBySide>
          <Form
            method="get"
            action="/admin/contracts/new"
            of={choiceRecord}
            values={{ driver }}
            offered={{
              driver: drivers,
              kind: CONTRACT_KINDS.filter((kind) => kind !== 'amendment').map((value) => ({
                value,
                label: t(`page.contracts.kinds.${value}`),
              })),
            }}
          >
            <Words look="small">{t('page.contracts.lawyer')}</Words>
            <Links>
              <Link to="/admin/drivers">{t('page.contractsOfSeveral.link')}</Link>
            </Links>
            <Actions>
              <SubmitButton>{t('page.contracts.choose.submit')}</SubmitButton>
            </Actions>
          </Form>
          <WithoutContract drivers={without} />
        </SideBySide>
      )}
    </>
  )
}

type PreviewProps = {
  preview: NonNullable<Route.ComponentProps['loaderData']['preview']>
}

function Preview({
  preview: { choice, text, typed, written, open, recorded, starts, version, original, waiting, running },
}: PreviewProps) {
  const t = useT()
  return (
    <Stack>
      {running.length > 0 ? (
        <Notice tone="warn" title={t('page.contracts.preview.running', { count: running.length })}>
          <Bullets>
            {running.map(({ id, number, state }) => (
              <li key={id}>
                <Link to={`/admin/contracts/${id}`}>{t('page.contracts.one', { number })}</Link>
                {`: ${t(`page.contracts.states.${state}`)}`}
              </li>
            ))}
          </Bullets>
          <p>{t('page.contracts.preview.runningText')}</p>
        </Notice>
      ) : null}
      {waiting ? (
        <Notice tone="info">
          <p>{t('page.contracts.preparations.begun')}</p>
          <p>
            <Link to={`/admin/contracts/waiting/${choice.driver}/${choice.kind}/removal`}>
              {t('page.contracts.preparations.drop')}
            </Link>
          </p>
        </Notice>
      ) : null}
      {open.length > 0 ? (
        <Notice tone="warn" title={t('page.contracts.preview.open')}>
          <Lacking facts={open} />
          <p>{t('page.contracts.preview.fixed')}</p>
        </Notice>
      ) : null}
      <Form>
        {Object.entries(choice).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value ?? ''} />
        ))}
        <Words>{t('page.contracts.preview.whole')}</Words>
        <RecordFields
          of={cedesCar(choice.kind) ? cedingDays : contractDays}
          values={{ startsOn: starts }}
          drawn={choice.kind === 'amendment' ? { endsOn: null } : {}}
        />
        {typed.map((name) => {
          const label = sentenceCase(t(`page.contracts.placeholders.${name}`))
          return name === 'changes' ? (
            <TextareaField key={name} name={name} label={label} rows={8} maxLength={MAX_CHANGES} required />
          ) : (
            <TextField
              key={name}
              name={name}
              label={label}
              defaultValue={waiting?.typed[name] ?? written[name] ?? ''}
              maxLength={LONGEST_FACT}
              autoComplete="off"
              required
            />
          )
        })}
        <Words look="small">{t('page.contracts.preview.typedHelp')}</Words>
        {recorded.length > 0 ? (
          <>
            <Words look="small">{t('page.contracts.preview.recorded')}</Words>
            <Lacking facts={recorded} />
          </>
        ) : null}
        <Actions>
          <SubmitButton>{t('page.contracts.preview.submit')}</SubmitButton>
          {original ? (
            <LinkButton to={`/admin/contracts/${original.id}`} kind="text">
              {t('page.contracts.one', { number: original.number })}
            </LinkButton>
          ) : (
            <LinkButton to={`/admin/contracts/new?driver=${choice.driver}`} kind="text">
              {t('page.contracts.choose.other')}
            </LinkButton>
          )}
        </Actions>
      </Form>
      <Section
        title={t('page.contracts.preview.title')}
        aside={
          <Link to={`/admin/contracts/templates/${choice.kind}/${choice.language}`}>
            {t('page.contractTemplates.version', { version })}
          </Link>
        }
      >
        <ContractText text={text} language={choice.language} />
      </Section>
    </Stack>
  )
}

/** The missing facts, each with a link to the page that fills it in, for readers who may do that. */
function Lacking({ facts }: { facts: PreviewProps['preview']['open'] }) {
  return (
    <Bullets>
      {facts.map((fact) => (
        <li key={fact.name}>
          <Fact {...fact} />
        </li>
      ))}
    </Bullets>
  )
}

function Fact({ name, place }: PreviewProps['preview']['open'][number]) {
  const t = useT()
  const words = sentenceCase(t(`page.contracts.placeholders.${name}`))
  const mayFollow = useMaySend(place ?? '/admin/contracts/new')
  return place !== null && mayFollow ? <Link to={place}>{words}</Link> : words
}

function titleOf(choice: PreviewProps['preview']['choice'] | undefined): MessageKey {
  if (!choice?.follows) return 'page.contracts.choose.title'
  return choice.kind === 'amendment' ? 'page.contracts.goesOn.amend' : 'page.contracts.goesOn.renew'
}

/** Capitalises a name, so that it can be the label of a field. */
function sentenceCase(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
