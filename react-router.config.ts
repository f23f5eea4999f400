import type { Config } from '@react-router/dev/config'
import { packFiles } from './src/platform/static-files.ts'

export default {
  appDirectory: 'src/web',
  ssr: true,
  // Whose form it is has been decided before (`same-origin.ts`). Behind a proxy that speaks TLS the router would see http
  // where the browser says https, and refuse every form of every browser.
  allowedActionOrigins: ['**'],
  // No page asks which other routes there are: the address that would answer is not there.
  routeDiscovery: { mode: 'initial' },
  buildEnd: () => packFiles('build/client'),
} satisfies Config
