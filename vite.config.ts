import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { pageWords } from './scripts/page-words.ts'

/**
 * What stands on every page; the layouts stay routes of their own, `parts` come with the screens that use them, and what
 * a form is made of with the first form, for it brings the texts of refusals.
 */
const KIT =
  /src\/(web\/(ui|shell)\/(?!form\.tsx).*(?<!-layout)|web\/(links|seo)|messages\/(dates|numbers))\.(tsx?|css)$/

export default defineConfig(({ command }) => ({
  plugins: [reactRouter(), pageWords()],
  environments: {
    // One style sheet and script for the kit and the shell, one for the public pages, one per screen.
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 5 },
                { name: 'site', test: /src\/web\/routes\/site\/.*\.css$/, priority: 1 },
                // Before whatever waits for words of its own (`scripts/page-words.ts`).
                { name: 'speech', test: /src\/(web\/i18n|messages\/(catalogue|language))\.tsx?$/, priority: 4 },
                { name: 'kit', test: KIT, priority: 2 },
              ],
            },
          },
        },
      },
    },
    // The server is one module graph: `src/server.ts` takes the screens from `virtual:react-router/server-build`.
    ssr: { build: { rollupOptions: { input: './src/server.ts' } } },
  },
  // Names of classes travel in every page: in the built site they are as short as they can be told apart.
  css: { modules: { generateScopedName: command === 'build' ? '[hash:base64:5]' : '[name]_[local]_[hash:base64:5]' } },
  // `shell/site-script.ts` is emitted as one file of its own by `?worker&url` and loaded as a module script.
  worker: { format: 'es' },
  // An inlined asset would need `data:` in the content security policy, and could not be cached.
  build: { assetsInlineLimit: 0, target: 'baseline-widely-available' },
}))
