/** `npm run dev`: the site from its sources, reloading as they change. */
import { createServer as createHttpServer } from 'node:http'
import { createServer as createViteServer } from 'vite'

const vite = await createViteServer({ server: { middlewareMode: true } })
const { createDevelopmentListener } = (await vite.ssrLoadModule('./src/server.ts')) as typeof import('#server.ts')
const port = Number(process.env['PORT'] || 3000)
const listener = await createDevelopmentListener(
  () => vite.ssrLoadModule('virtual:react-router/server-build') as never,
  `http://localhost:${port}`,
)
createHttpServer((request, response) => {
  vite.middlewares(request, response, () => listener(request, response))
}).listen(port, '127.0.0.1', () => console.log(`http://localhost:${port}`))
