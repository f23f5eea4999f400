import type { ReactNode } from 'react'
import { Form, useSearchParams } from 'react-router'
import { inLanguage } from '#messages/language.ts'
import { useT } from '#web/i18n.tsx'
import { Button } from './button.tsx'
import { FormContext, NOTHING } from './field-frame.tsx'
import { Icon } from './icon.tsx'
import styles from './search-field.module.css'

type Props = {
  label: string
  /** The parameter in the address; `q` by default. */
  name?: string
  /** The page with the results, if it is another one: `/guide`. */
  to?: string
  /** Filters that are sent with it: `SelectField`s, hidden inputs. */
  children?: ReactNode
}

/** No filter has to be chosen: the browser sends the words alone. */
const SEARCH = { prefix: '', values: NOTHING, reply: undefined, isSearch: true }

/** Searches by address (`?q=…`), so that a result can be bookmarked and sent. */
export function SearchField({ label, name = 'q', to, children }: Props) {
  const t = useT()
  const [query] = useSearchParams()
  return (
    <search>
      <Form method="get" {...(to ? { action: inLanguage(to, t.language) } : {})} className={styles.search}>
        <label className={styles.box}>
          <Icon name="search" small />
          <span className="visually-hidden">{label}</span>
          <input
            type="search"
            name={name}
            key={query.get(name)}
            defaultValue={query.get(name) ?? ''}
            placeholder={label}
          />
        </label>
        <FormContext value={SEARCH}>{children}</FormContext>
        <Button type="submit">{t('common.search')}</Button>
      </Form>
    </search>
  )
}
