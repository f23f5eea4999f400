import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter()],
  environments: {
    // The server is one module graph: `src/server.ts` takes the screens from `virtual:react-router/server-build`.
    ssr: { build: { rollupOptions: { input: './src/server.ts' } } },
  },
  // `shell/site-script.ts` is emitted as one file of its own by `?worker&url` and loaded as a module script.
  worker: { format: 'es' },
  // An inlined asset would need `data:` in the content security policy, and could not be cached.
  build: { assetsInlineLimit: 0, target: 'baseline-widely-available' },
})
