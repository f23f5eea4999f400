import { globSync, rmSync } from 'node:fs'
import type { Config } from '@react-router/dev/config'
import { packFiles } from './src/platform/static-files.ts'

export default {
  appDirectory: 'src/web',
  ssr: true,
  // Whose form it is has been decided before (`same-origin.ts`). Behind a proxy that speaks TLS the router would see http
  // where the browser says https, and refuse every form of every browser.
  allowedActionOrigins: ['**'],
  // There are no parts of a screen for the browser that could be split off.
  splitRouteModules: false,
  // No page asks which other routes there are: the address that would answer is not there.
  routeDiscovery: { mode: 'initial' },
  buildEnd: async () => {
    // The table of routes that a router in the browser would read: a megabyte that no page loads.
    for (const table of globSync('build/client/assets/manifest-*.js')) rmSync(table)
    await packFiles('build/client')
  },
} satisfies Config
