import type { ReactNode } from 'react'
import { type ContractState as StateName, blocksOf, lastDayOf } from '#domain/contract.ts'
import { piecesOf } from '#domain/contract-template.ts'
import {
  type ContractView,
  type WholeContract,
  refusalRecord,
  LONGEST_CODE,
  signerName,
} from '#features/contracts/schema.ts'
import { limitsOf } from '#forms/record.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort, formatInstant, formatTime } from '#messages/dates.ts'
import { translator } from '#messages/translate.ts'
import { useT } from '#web/i18n.tsx'
import Signature, { strokesOf } from '#web/islands/signature.tsx'
import { Island } from '#web/islands/island.tsx'
import { type Reply, answered } from '#web/reply.ts'
import { Card, Section, Sheet, Stack } from '#web/ui/card.tsx'
import { useField } from '#web/ui/field-frame.tsx'
import { CheckboxField, TextField } from '#web/ui/fields.tsx'
import { Form, KeyField, SubmitButton } from '#web/ui/form.tsx'
import { Bullets, Words } from '#web/ui/layout.tsx'
import { Done } from '#web/ui/notice.tsx'
import { State, type StateTone } from '#web/ui/state.tsx'
import { wholePlates } from '#web/ui/whole-plates.tsx'
import styles from './contract-parts.module.css'

const TONES: Readonly<Record<StateName, StateTone>> = {
  draft: 'todo',
  sent: 'info',
  signed: 'warn',
  sealed: 'ok',
  refused: 'bad',
  withdrawn: 'plain',
}

/** The state of a contract. `own`: its reader is the person who signs it. */
export function ContractState({
  state,
  paper = null,
  own = false,
}: {
  state: StateName
  paper?: ContractView['paper']
  own?: boolean
}) {
  const t = useT()
  if (paper) return <State tone={paper === 'waiting' ? 'warn' : 'ok'}>{t(`page.contracts.paperStates.${paper}`)}</State>
  const hasOwnWords = own && (state === 'sent' || state === 'signed' || state === 'sealed')
  return (
    <State tone={TONES[state]}>
      {hasOwnWords ? t(`page.contracts.own.states.${state}`) : t(`page.contracts.states.${state}`)}
    </State>
  )
}

const asItIs = (words: string): ReactNode => words

/** The whole text as it is agreed, in the language it is agreed in. */
export function ContractText({
  text,
  language,
  drawn = asItIs,
}: {
  text: string
  language: ContractView['language']
  /** Draws the words of a paragraph: those of a template with its placeholders marked. */
  drawn?: (words: string) => ReactNode
}) {
  return (
    <Sheet>
      <div className={styles.text} lang={language === 'pt' ? 'pt-PT' : 'en-GB'}>
        {blocksOf(text).map(({ is, text: words }, at) => {
          // A template of the office may have the same line twice.
          const key = `${at} ${words}`
          if (is === 'title') return <h2 key={key}>{drawn(words)}</h2>
          return is === 'heading' ? <h3 key={key}>{drawn(words)}</h3> : <p key={key}>{wholePlates(drawn(words))}</p>
        })}
      </div>
    </Sheet>
  )
}

/** The text of a template, each placeholder marked and named in the language of the text. */
export function TemplateText({ text, language }: { text: string; language: ContractView['language'] }) {
  const t = translator(language)
  const drawn = (words: string) =>
    piecesOf(words).map(({ is, text: piece }, at) => {
      // A line may have the same placeholder twice.
      const key = `${at} ${piece}`
      if (is === 'words') return piece
      return (
        <mark key={key} className={styles.hole}>
          {t.find(`page.contracts.placeholders.${piece}`) ?? piece}
        </mark>
      )
    })
  return <ContractText text={text} language={language} drawn={drawn} />
}

/** First and last day; without a last one, since when. */
export function datesOf(contract: Pick<ContractView, 'startsOn' | 'endsOn' | 'endedOn'>, t: Translator): string {
  const [first, last] = [formatDayShort(contract.startsOn, t.language), lastDayOf(contract)]
  return last === null
    ? t('page.contracts.facts.datesFrom', { day: first })
    : `${first} – ${formatDayShort(last, t.language)}`
}

/** The history of a contract, and its signers. */
export function ContractStory({ events, paper }: Pick<WholeContract, 'events' | 'paper'>) {
  const t = useT()
  return (
    <Card title={t('page.contracts.story')}>
      <Bullets numbered>
        {events.map(({ event, at, detail, account }) => (
          <li key={`${event} ${at}`}>
            {[
              t(`page.contracts.events.${event === 'sealed' && paper === 'accepted' ? 'on-paper' : event}`),
              formatInstant(at, t.language),
              detail,
              account,
            ]
              .filter(Boolean)
              .join(' · ')}
          </li>
        ))}
      </Bullets>
    </Card>
  )
}

/** The fields of a signer: the phrase, the name, and a drawing if there is a script. */
export function SigningFields({ whose, name, phrase }: { whose: 'driver' | 'company'; name?: string; phrase: string }) {
  const t = useT()
  const { typed: drawn = '' } = useField(strokesOf('picture'), undefined, null)
  const meant = t(`page.contracts.phrase.${whose}`)
  return (
    <>
      <TextField
        name="name"
        label={t('page.contracts.sign.name')}
        {...(whose === 'driver' ? { help: t('page.contracts.sign.nameHelp') } : {})}
        {...(name ? { defaultValue: name } : {})}
        {...limitsOf(signerName)}
        autoComplete="name"
        required
      />
      <Island
        name="signature"
        of={Signature}
        props={{
          name: 'picture',
          drawn,
          words: {
            label: t('page.contracts.sign.drawing'),
            help: t('page.contracts.sign.drawingHelp'),
            clear: t('page.contracts.sign.clear'),
          },
        }}
      />
      {/* The phrase is in the contract's language; a reader of the page in another language gets its meaning. */}
      <CheckboxField name="agreed" label={phrase} help={meant === phrase ? null : meant} required />
    </>
  )
}

/** The account with which somebody confirmed a signature, and the moment. */
export function Confirmed({ account, at }: { account: string; at: string }) {
  const t = useT()
  return <Words look="small">{t('page.contracts.sign.confirmed', { account, time: at })}</Words>
}

type SignProps = {
  /** The name in the record, which the field holds at first. */
  name: string
  phrase: string
  /** The address for the code, and a code that was sent and is still valid; `null` if no code is asked for. */
  code: { to: string; sent: { to: string; until: string } | null } | null
  /** A code has just been sent. */
  isNew: boolean
  reply: Reply | undefined
  /** Each form carries a key that makes it act once, also outside the panel. */
  keyed?: boolean
  children?: ReactNode
}

/** If a code is asked for, its form comes first, so that asking for it never loses what was typed into the form below. */
export function SignForm({ name, phrase, code, isNew, reply, keyed = false, children }: SignProps) {
  const t = useT()
  const sent = code?.sent ?? null
  return (
    <div id="sign">
      <Card title={t('page.contracts.sign.title')}>
        <Stack>
          {isNew && !reply && sent ? <Done>{t('page.contracts.done.code')}</Done> : null}
          {code === null || sent ? (
            <Form intent="sign" encType="multipart/form-data">
              {keyed ? <KeyField /> : null}
              <SigningFields whose="driver" name={name} phrase={phrase} />
              {sent ? (
                <TextField
                  name="code"
                  label={t('page.contracts.sign.code')}
                  help={t('page.contracts.sign.codeHelp', { to: sent.to, until: formatTime(sent.until) })}
                  autoComplete="one-time-code"
                  inputMode="numeric"
                  maxLength={LONGEST_CODE}
                  spellCheck={false}
                  required
                />
              ) : null}
              {children}
              <div>
                <SubmitButton>{t('page.contracts.sign.submit')}</SubmitButton>
              </div>
            </Form>
          ) : null}
          {code === null ? null : (
            <Form reply={sent ? answered(reply, 'code') : (answered(reply, 'code') ?? answered(reply, 'sign'))}>
              <input type="hidden" name="intent" value="code" />
              {keyed ? <KeyField /> : null}
              <Words>
                {sent ? t('page.contracts.sign.again') : t('page.contracts.sign.getCodeText', { to: code.to })}
              </Words>
              <div>
                <SubmitButton kind={sent ? 'outlined' : 'primary'}>
                  {t(`page.contracts.sign.${sent ? 'anotherCode' : 'getCode'}`)}
                </SubmitButton>
              </div>
            </Form>
          )}
        </Stack>
      </Card>
    </div>
  )
}

export function RefuseForm({ keyed = false }: { keyed?: boolean }) {
  const t = useT()
  return (
    <Section title={t('page.contracts.refuse.title')}>
      <Form intent="refuse" of={refusalRecord}>
        {keyed ? <KeyField /> : null}
        <div>
          <SubmitButton kind="outlined">{t('page.contracts.refuse.submit')}</SubmitButton>
        </div>
      </Form>
    </Section>
  )
}
