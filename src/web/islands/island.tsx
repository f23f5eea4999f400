import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { useLanguage } from '#web/i18n.tsx'
import type { IslandName, When } from './islands.ts'
import type { PageContext } from './page-context.ts'

type Props<Own extends object> = {
  name: IslandName
  of: ComponentType<Own & PageContext>
  /** JSON: they travel in the page. */
  props: Own
  when?: When
  /** Of `asked`: what is pressed for it, `/ ctrl+k`. */
  keys?: string
  /** Of `asked`: the id of the field that has the focus until the island is there. */
  meanwhile?: string
}

/**
 * A component that comes alive in the browser, alone. It is drawn by itself, as the browser will hydrate it: inside the
 * drawing of the page its ids (`useId`) would count the whole page and would not be the same again.
 */
export function Island<Own extends object>({ name, of: Component, props, when = 'load', ...asked }: Props<Own>) {
  const language = useLanguage()
  const html = renderToString(<Component {...props} language={language} />, { identifierPrefix: name })
  return (
    <div
      data-island={name}
      data-when={when}
      data-keys={asked.keys}
      data-meanwhile={asked.meanwhile}
      data-props={JSON.stringify(props)}
      // What React has drawn and escaped itself.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
