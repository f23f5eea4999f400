import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { MessageKey } from '#messages/catalogue.ts'
import { inLanguage, languageOf } from '#messages/language.ts'
import { useT } from '#web/i18n.tsx'
import { useMaySend } from '#web/place-power.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { CheckboxField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide, Bullets } from '#web/ui/layout.tsx'
import type { ListRequest, List } from './list.ts'
import styles from './together.module.css'

/* One act on several rows of a list: somebody ticks them, or means all that the search finds; a page names them and
 * says what will happen; one answer does it. */
const FORM = 'together'

/** The checkbox of a row; it belongs to the form below the table. */
export function Choose<Row extends { id: string | number }>({ of, row }: { of: List<Row>; row: Row }) {
  const t = useT()
  const name = of.together?.name(row) ?? ''
  return (
    <label>
      <input type="checkbox" form={FORM} name="id" value={row.id} aria-label={t('common.list.chooseOne', { name })} />
    </label>
  )
}

/** Links to the bulk acts on the ticked rows, shown from the first tick on. They lead to a page that asks; nothing happens yet. */
export function ChosenActs<Row>({ of, view, count }: { of: List<Row>; view: ListRequest; count: number }) {
  const t = useT()
  const acts = of.together?.acts ?? []
  const maySend = useMaySend(acts[0]?.to ?? '')
  if (acts.length === 0 || !maySend) return null
  const kept = {
    q: view.q,
    view: view.view,
    ...view.filters,
    sort: view.sort.by,
    dir: view.sort.descending ? 'desc' : '',
  }
  return (
    <form id={FORM} method="get" className={styles.chosen} aria-label={t('common.list.together')}>
      {Object.entries(kept).map(([name, value]) =>
        value ? <input key={name} type="hidden" name={name} value={value} /> : null,
      )}
      <Actions>
        <CheckboxField name="all" value="1" label={t('common.list.chooseAll', { count })} />
        {acts.map((act) => (
          <Act key={act.to} {...act} />
        ))}
      </Actions>
    </form>
  )
}

/** A reader with the power for one bulk act may lack it for another. */
function Act({ to, words }: { to: string; words: MessageKey }) {
  const t = useT()
  const { pathname } = useLocation()
  if (!useMaySend(to)) return null
  return (
    <Button type="submit" formAction={inLanguage(to, languageOf(pathname))}>
      {t(words)}
    </Button>
  )
}

type Chosen = { id: string | number; name: string }

/** Names the rows and says what will happen to them, with the one answer that does it. */
export function TogetherForm({
  chosen,
  text,
  submit,
  back,
  danger = false,
  children,
}: {
  chosen: readonly Chosen[]
  text: string
  submit: string
  back: string
  danger?: boolean
  /** Fields that hold for all of them. */
  children?: ReactNode
}) {
  const t = useT()
  if (chosen.length === 0)
    return (
      <Section title={t('common.list.nobody')}>
        <LinkButton to={back}>{t('common.list.back')}</LinkButton>
      </Section>
    )
  return (
    <SideBySide>
      <Section title={text}>
        <Form>
          {chosen.map(({ id }) => (
            <input key={id} type="hidden" name="ids[]" value={id} />
          ))}
          {children}
          <Actions>
            <SubmitButton kind={danger ? 'danger' : 'primary'}>{submit}</SubmitButton>
            <LinkButton to={back} kind="text">
              {t('common.cancel')}
            </LinkButton>
          </Actions>
        </Form>
      </Section>
      <Bullets>
        {chosen.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </Bullets>
    </SideBySide>
  )
}
