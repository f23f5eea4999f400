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
  // Names of classes travel in every page: in the built site they are as short as they can be told apart.
  css: { modules: { generateScopedName: command === 'build' ? '[hash:base64:5]' : '[name]_[local]_[hash:base64:5]' } },
  // What `?worker&url` names is emitted as a file of its own and loaded as a module script: `site-script.ts` and the like.
  worker: { format: 'es', rolldownOptions: { checks } },
  // An inlined asset would need `data:` in the content security policy, and could not be cached. Packed sizes are the tests' business.
  build: { assetsInlineLimit: 0, reportCompressedSize: false, target: 'baseline-widely-available' },
}))

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
