import { globSync } from 'node:fs'
import { relative } from 'node:path'

import { reactRouter } from '@react-router/dev/vite'
import { type Plugin, defineConfig } from 'vite'

/** How long a part of a build took is no news for whoever starts the site. */
const checks = { bundlerTimings: false }

/** What stands on every page, and what several screens have in common: their styles. */
const KIT = /src\/web\/(ui|shell|parts|islands|measuring)\/.*\.css$/

export default defineConfig(({ command }) => ({
  plugins: [reactRouter(), pagesOnly(), readerBeside()],
  environments: {
    // One style sheet for the kit, one for each area, so that a page brings two or three.
    client: {
      build: {
        rolldownOptions: {
          checks,
          output: {
            codeSplitting: {
              groups: [
                { name: 'kit', test: KIT, priority: 2 },
                { name: 'site', test: /src\/web\/routes\/(site|account)\/.*\.css$/, priority: 1 },
                { name: 'weekly', test: /src\/web\/routes\/admin\/weekly\/.*\.css$/, priority: 1 },
                { name: 'data', test: /src\/web\/routes\/admin\/data\/.*\.css$/, priority: 1 },
              ],
            },
          },
        },
      },
    },
    // The server is one module graph: `src/server.ts` takes the screens from `virtual:react-router/server-build`.
    ssr: { build: { rolldownOptions: { input: './src/server.ts', checks } } },
  },
  css: { modules: { generateScopedName: command === 'build' ? shortName() : '[name]_[local]_[hash:base64:5]' } },
  // What `?worker&url` names is emitted as a file of its own and loaded as a module script: `site-script.ts` and the like.
  worker: { format: 'es', rolldownOptions: { checks } },
  // An inlined asset would need `data:` in the content security policy, and could not be cached. Packed sizes are the tests' business.
  build: { assetsInlineLimit: 0, reportCompressedSize: false, target: 'baseline-widely-available' },
}))

/** Without `a` and `d`: blockers of advertisements hide what is called `ad1`. */
const LETTERS = 'bcefghijklmnopqrstuvwxyz'

/**
 * Names of classes travel in every page, twice. A name counts: two letters for the file's place among the style sheets, then the place of the
 * class in its file. A hash of five signs cost the home page 600 bytes more. The same sources give the same names.
 */
function shortName(): (name: string, file: string) => string {
  const files = globSync('src/**/*.module.css').toSorted()
  const known = new Map<string, string[]>()
  return (name, file) => {
    const place = files.indexOf(relative('.', file))
    if (place < 0 || place >= LETTERS.length ** 2) throw new Error(`${file} is no style sheet of src.`)
    const names = known.get(file) ?? []
    known.set(file, names)
    if (!names.includes(name)) names.push(name)
    const letters = LETTERS[Math.floor(place / LETTERS.length)]! + LETTERS[place % LETTERS.length]!
    return letters + names.indexOf(name).toString(36)
  }
}

/** Screens are built for the browser as well, for their styles; their scripts, which no page loads, are not written. */
function pagesOnly(): Plugin {
  return {
    name: 'pages-only',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const [file, { type }] of Object.entries(bundle)) if (type === 'chunk') delete bundle[file]
      },
    },
  }
}

/** What the reader of files runs, beside the server: from the sources each reader would hold a compiler of TypeScript, 50 MB. */
function readerBeside(): Plugin {
  return {
    name: 'reader-beside',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    buildStart() {
      this.emitFile({ type: 'chunk', id: './src/integrations/worker/thread.ts', fileName: 'reader.js' })
    },
  }
}
