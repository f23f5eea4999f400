import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { useLanguage } from '#web/i18n.tsx'
import type { IslandName, When } from './islands.ts'
import type { PageContext } from './page-context.ts'

type Props<Own extends object> = {
  name: IslandName
  of: ComponentType<Own & PageContext>
  /** Written into the page as JSON. */
  props: Own
  when?: When
  /** For `asked`: the keys that open it, as `/ ctrl+k`. */
  keys?: string
  /** For `asked`: id of the field that has the focus until the island is loaded. */
  meanwhile?: string
}

/**
 * A component that is hydrated in the browser, alone. It is rendered by itself, as the browser will hydrate it:
 * rendered with the page, its ids (`useId`) would count the whole page and would not match.
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
      // React has rendered and escaped this itself.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
