import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { bringWords, detectLanguage } from './i18n.tsx'

/** Only words of the page's own language cross the wire; changing language loads the page anew. Areas: `scripts/page-words.ts`. */
const language = detectLanguage(document)
const { panel } = language === 'en' ? await import('#messages/en/panel.ts') : await import('#messages/pt/panel.ts')
bringWords(language, panel)

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
