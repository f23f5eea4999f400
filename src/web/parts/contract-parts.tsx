import { type ContractState as Standing, blocksOf, lastDayOf } from '#domain/contract.ts'
import type { ContractView, WholeContract } from '#features/contracts/schema.ts'
import { formatDayNumeric, formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import Signature from '#web/islands/signature.tsx'
import { Island } from '#web/islands/island.tsx'
import { Card, Sheet } from '#web/ui/card.tsx'
import { CheckboxField, TextField } from '#web/ui/fields.tsx'
import { Bullets, Words } from '#web/ui/layout.tsx'
import { State, type StateTone } from '#web/ui/state.tsx'
import styles from './contract-parts.module.css'

const TONES: Readonly<Record<Standing, StateTone>> = {
  draft: 'todo',
  sent: 'info',
  signed: 'warn',
  sealed: 'ok',
  refused: 'bad',
  withdrawn: 'plain',
}

export function ContractState({ state }: { state: Standing }) {
  const t = useT()
  return <State tone={TONES[state]}>{t(`page.contracts.states.${state}`)}</State>
}

/** The whole text as it is agreed, in the language it is agreed in. */
export function ContractText({ text, language }: { text: string; language: ContractView['language'] }) {
  return (
    <Sheet>
      <div className={styles.text} lang={language === 'pt' ? 'pt-PT' : 'en-GB'}>
        {blocksOf(text).map(({ is, text: words }) => {
          if (is === 'title') return <h2 key={words}>{words}</h2>
          return is === 'heading' ? <h3 key={words}>{words}</h3> : <p key={words}>{words}</p>
        })}
      </div>
    </Sheet>
  )
}

/** From when to when. */
export function datesOf(contract: Pick<ContractView, 'startsOn' | 'endsOn' | 'endedOn'>): string {
  return [contract.startsOn, lastDayOf(contract)]
    .flatMap((day) => (day === null ? [] : [formatDayNumeric(day)]))
    .join(' – ')
}

/** What happened to it, and who signed. */
export function ContractStory({ events }: Pick<WholeContract, 'events'>) {
  const t = useT()
  return (
    <Card title={t('page.contracts.story')}>
      <Bullets numbered>
        {events.map(({ event, at }) => (
          <li key={event}>
            {t(`page.contracts.events.${event}`)} · {formatInstant(at, t.language)}
          </li>
        ))}
      </Bullets>
    </Card>
  )
}

/** What somebody fills in who signs: the phrase, the name, and a drawing where there is a script. */
export function SigningFields({ whose, name, phrase }: { whose: 'driver' | 'company'; name?: string; phrase: string }) {
  const t = useT()
  return (
    <>
      <TextField
        name="name"
        label={t('page.contracts.sign.name')}
        {...(whose === 'driver' ? { help: t('page.contracts.sign.nameHelp') } : {})}
        {...(name ? { defaultValue: name } : {})}
        maxLength={120}
        autoComplete="name"
        required
      />
      <Island
        name="signature"
        of={Signature}
        props={{
          name: 'picture',
          words: {
            label: t('page.contracts.sign.drawing'),
            help: t('page.contracts.sign.drawingHelp'),
            clear: t('page.contracts.sign.clear'),
          },
        }}
      />
      <CheckboxField name="agreed" label={phrase} required />
    </>
  )
}

/** Of which account it was confirmed, and when. */
export function Confirmed({ account, at }: { account: string; at: string }) {
  const t = useT()
  return <Words look="small">{t('page.contracts.sign.confirmed', { account, time: at })}</Words>
}
