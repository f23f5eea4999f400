import { globSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'

import { reactRouter } from '@react-router/dev/vite'
import { type Plugin, defineConfig } from 'vite'

/** How long a part of a build took is no news for whoever starts the site. */
const checks = { bundlerTimings: false }

/** What stands on every page, and what several screens have in common: their styles. */
const KIT = /src\/web\/(ui|shell|parts|islands|measuring)\/.*\.css$/

export default defineConfig(({ command }) => ({
  plugins: [
    command === 'build' ? builtFramework() : reactRouter(),
    namesOnly(),
    stylesOnly(),
    pagesOnly(),
    buildReader(),
  ],
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

/** What the framework does to the scripts of a screen for the browser, or while one works on it: a build would ask each of them of every file. */
const NOT_BUILT = new Set([
  'route-chunks-index',
  'build-client-route',
  'split-route-modules',
  'dot-server',
  'dot-client',
  'inject-hmr-runtime',
  'hmr-runtime',
  'react-refresh-babel',
])

/** The framework, with what pages that are only drawn on the server need of it. */
function builtFramework(): Plugin[] {
  return reactRouter()
    .filter(({ name }) => !NOT_BUILT.has(name.replace('react-router:', '')))
    .map((plugin) => {
      if (plugin.name !== 'react-router:route-exports') return plugin
      // It looks for each file among all routes, one by one: only where routes lie.
      const transform = { filter: { id: /\/src\/web\/(root|shell\/|routes\/)/ }, handler: plugin.transform as never }
      return { ...plugin, transform, applyToEnvironment: ({ name }) => name !== 'client' }
    })
}

/**
 * The framework compiles each screen once more, in a compiler of its own, for the names of what it exports: those are read from its lines. Where
 * something is passed on (`export {`, `export *`) the screen is compiled.
 */
function namesOnly(): Plugin {
  return {
    name: 'names-only',
    apply: ({ cacheDir }) => cacheDir?.endsWith('.vite-child-compiler') ?? false,
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/web\/[^?]+\.tsx?$/, code: { exclude: /^export [{*]/m } },
      handler: (code) =>
        [...code.matchAll(/^export (?:(default) |(?:async )?(?:function\*?|const|let|class) (\w+))/gm)]
          .map(([, isDefault, name]) => (isDefault ? 'export default 0' : `export const ${name} = 0`))
          .join('\n'),
    },
  }
}

/** Of what is built for the browser only styles are kept, and what is loaded by address: of a file count the screens, styles and addresses that it imports. */
function stylesOnly(): Plugin {
  return {
    name: 'styles-only',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    buildEnd(failure) {
      const found = new Set(this.getModuleIds())
      const lost = failure ? [] : globSync('src/**/*.module.css').filter((file) => !found.has(resolve(file)))
      if (lost.length > 0) this.error(`No screen was seen to import ${lost.join(', ')}.`)
    },
    load: {
      filter: { id: /\/src\/web\/[^?]+\.tsx?(\?__react-router-build-client-route)?$|\/entry\.client\.tsx$/ },
      handler(id) {
        // What answers a file has no styles.
        if (id.includes('.ts?')) return ''
        const code = readFileSync(id.split('?')[0]!, 'utf8')
        const imports = [...code.matchAll(/^(?:import|export) (?!type )(?:[^'"]*? from )?'([^']+)'/gm)].map(
          ([, from]) => from!,
        )
        return imports
          .filter((from) => from.includes('?') || (/^(\.|#web\/)/.test(from) && !from.endsWith('.server.ts')))
          .map((from, place) =>
            // Styles whose names nobody uses would be left out.
            /\.css$|\?/.test(from)
              ? `import used${place} from '${from}'; globalThis.used = used${place}`
              : `import '${from}'`,
          )
          .join('\n')
      },
    },
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
function buildReader(): Plugin {
  return {
    name: 'reader-beside',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    buildStart() {
      this.emitFile({ type: 'chunk', id: './src/integrations/worker/thread.ts', fileName: 'reader.js' })
    },
  }
}
