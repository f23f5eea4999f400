import type { Plugin } from 'vite'
import { panel } from '../src/messages/pt/panel.ts'

/** `t('page.week.list.title')` names the area `week` and its part `list`; `errorText(t, code)` the texts of all refusals. */
const NAMED =
  /['"`](?:page\.(?<area>\w+)(?:\.(?<part>\w+))?|(?<payslip>payslip)\.|(?<files>errors\.(?:file|fileWarning|problem|report)\b)|(?<refusals>errors\.))|\b(?<told>errorText\()/g
/** Not those of public pages, whose words stay on the server, nor those that speak, which cannot wait for themselves. */
const SCRIPTS =
  /\/src\/(?:web\/(?!routes\/site\/|measuring\/|i18n)|messages\/(?!(?:pt|en)\/|catalogue|refusal-words)).*\.tsx?$/
const ASKED = '\0page-words:'

/**
 * Brings to the browser, with each script, the words of the areas it names, in the language of the opened page; the
 * script waits for them. What every page has (`panel.ts`) is not brought again. Who adds a screen does nothing for it.
 */
export function pageWords(): Plugin {
  return {
    name: 'page-words',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: (id) => (id.startsWith('page-words:') ? `\0${id}` : null),
    load: (id) => (id.startsWith(ASKED) ? bringing(id.slice(ASKED.length)) : null),
    transform: {
      filter: { id: SCRIPTS, code: /page\.|payslip\.|errors\.|errorText\(/ },
      handler(code) {
        const areas = areasIn(code)
        if (areas.length === 0) return null
        return { code: areas.map((area) => `import 'page-words:${area}';`).join('') + code, map: null }
      },
    },
  }
}

function areasIn(code: string): string[] {
  const areas = [...code.matchAll(NAMED)].flatMap(({ groups }) => {
    const { area, part, payslip, files, refusals, told } = groups!
    if (payslip) return ['payslip']
    if (files) return ['files']
    if (refusals || told) return ['errors']
    return area && !isEverywhere(area, part) ? [area] : []
  })
  return [...new Set(areas)]
}

function isEverywhere(area: string, part: string | undefined): boolean {
  const known: Record<string, object> = panel.page
  const words = known[area]
  return words !== undefined && (area !== 'week' || (part !== undefined && part in words))
}

/** The script that brings the words of one area. */
function bringing(area: string): string {
  const { file, name, words } = placeOf(area)
  return `
    import { bringWords, detectLanguage } from '/src/web/i18n.tsx'
    const language = detectLanguage(document)
    const { ${name} } = language === 'en' ? await import('/src/messages/en/${file}.ts') : await import('/src/messages/pt/${file}.ts')
    bringWords(language, ${words})`
}

function placeOf(area: string): { file: string; name: string; words: string } {
  if (area === 'payslip') return { file: 'payslip', name: 'payslip', words: '{ payslip }' }
  if (area === 'errors') return { file: 'errors', name: 'errors', words: '{ errors }' }
  if (area === 'files') return { file: 'files', name: 'fileErrors', words: '{ errors: fileErrors }' }
  const file = area.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return { file: `page/${file}`, name: area, words: `{ page: { ${area} } }` }
}
