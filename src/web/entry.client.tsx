import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { languageOf } from '#messages/language.ts'
import { bringLanguage } from './i18n.tsx'

/** Only the words of the page's own language cross the wire; changing language loads the page anew. */
const language = languageOf(location.pathname)
const catalogue = language === 'en' ? (await import('#messages/en.ts')).en : (await import('#messages/pt.ts')).pt
bringLanguage(language, catalogue)

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
