import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3'
import { Refusal } from '#domain/refusal.ts'
import { log } from '#platform/log.ts'
import { callOut, hostOf } from '#platform/outgoing-call.ts'
import { currentWork, isWaitedFor } from '#platform/work.ts'
import type { Store } from './store.ts'

/** Bytes of one part of a long upload; a shorter file goes in one request. Two parts at a time are in memory. */
const PART_BYTES = 8 * 1024 * 1024
/** Milliseconds until a connection is made, and between two signs of life of an answer. */
const CONNECT_TIMEOUT_MS = 5_000
const SILENCE_TIMEOUT_MS = 30_000
/**
 * Milliseconds that the reader of a page waits for the store, retries included: for an answer, for the next piece, and
 * until a file is stored. A change holds a database connection meanwhile, and a store that hangs must not take all of
 * them.
 */
export const FOR_A_PAGE = { answer: 5_000, piece: 10_000, file: 20_000 }
/** Times for long files, for which somebody waits too; a proxy in front of a site keeps a connection for a minute. */
export const FOR_LONG_FILES = { ...FOR_A_PAGE, file: 45_000 }
type Patience = keyof typeof FOR_A_PAGE

/** Credentials of the bucket. `null`: those of the machine itself (a role, a profile), which the SDK finds. */
export type BucketKey = { id: string; secret: string; token: string | null }
export type BucketPlace = {
  bucket: string
  prefix: string
  endpoint: string | null
  region: string | null
  key: BucketKey | null
}

/**
 * Makes a store in a bucket that speaks S3: Amazon's own, or another one at `endpoint` (Google's by its S3-compatible
 * interface). Not every installation has the SDK: it is loaded here, where a bucket is set.
 */
export function bucketStore(place: BucketPlace): Store {
  const { bucket, prefix, endpoint } = place
  const keyOf = (name: string) => `${prefix}${name}`
  const opened = openBucket(place)
  const host = endpoint === null ? 's3.amazonaws.com' : hostOf(endpoint)
  const guarded = <T>(limit: Patience, work: (signal: AbortSignal) => Promise<T>) =>
    withReachability(() => callOut('files', host, () => withPatience(limit, work)))
  // The first caller gets the error; as an unhandled one it would end the process.
  opened.catch(() => undefined)

  return {
    name: `s3://${bucket}/${prefix}`.replace(/\/$/, ''),
    head: (name, count) =>
      guarded('answer', async (abortSignal) => {
        const { client, sdk } = await opened
        const part = { Bucket: bucket, Key: keyOf(name), Range: `bytes=0-${count - 1}` }
        const found = await client.send(new sdk.GetObjectCommand(part), { abortSignal }).catch((error: unknown) => {
          if (isAbsent(error)) return null
          throw error
        })
        if (found === null) return null
        const head = (await found.Body?.transformToByteArray()) ?? new Uint8Array()
        const [, size] = /\/(\d+)$/.exec(found.ContentRange ?? '') ?? []
        // A real store says which part of how many bytes it answers.
        if (size === undefined) throw noStore()
        return { size: Number(size), head: head.subarray(0, count) }
      }),
    read: async function* (name) {
      const body = await guarded('answer', async (abortSignal) => {
        const { client, sdk } = await opened
        const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket: bucket, Key: keyOf(name) }), {
          abortSignal,
        })
        return Body as Readable
      })
      const pieces = body.iterator()
      try {
        for (;;) {
          const { done, value } = await withPatience('piece', () => pieces.next())
          if (done) return
          yield value as Uint8Array
        }
      } catch (error) {
        throw isUnreachable(error) ? unreachableRefusal(error) : error
      } finally {
        body.destroy()
      }
    },
    put: async (name, path) => {
      try {
        await guarded('file', async (signal) => {
          const { client, Upload } = await opened
          const params = { Bucket: bucket, Key: keyOf(name), Body: createReadStream(path) }
          // Sent parts are deleted again if the upload ends half-way.
          const upload = new Upload({ client, params, partSize: PART_BYTES, queueSize: 2, leavePartsOnError: false })
          signal.addEventListener('abort', () => void upload.abort())
          const { ETag } = await upload.done()
          if (ETag === undefined) throw noStore()
        })
      } finally {
        await rm(path, { force: true })
      }
    },
    remove: (name) =>
      guarded('answer', async (abortSignal) => {
        const { client, sdk } = await opened
        await client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key: keyOf(name) }), { abortSignal })
      }),
  }
}

/** Runs work within its time, if somebody waits for it; the signal tells that the time is over. */
async function withPatience<T>(patience: Patience, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  if (!isWaitedFor()) return work(controller.signal)
  const limit = (currentWork() === 'long' ? FOR_LONG_FILES : FOR_A_PAGE)[patience]
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    late.reject(Object.assign(new Error(`The store took longer than ${limit} ms.`), { code: 'ETIMEDOUT' }))
    controller.abort()
  }, limit)
  try {
    return await Promise.race([work(controller.signal), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

type Opened = {
  client: S3Client
  sdk: typeof import('@aws-sdk/client-s3')
  Upload: typeof import('@aws-sdk/lib-storage').Upload
}

async function openBucket({ endpoint, region, key }: BucketPlace): Promise<Opened> {
  const [sdk, { Upload }] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')])
  const settings: S3ClientConfig = {
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    ...(region === null ? {} : { region }),
    ...(key === null ? {} : { credentials: credentialsOf(key) }),
    // The content is sealed and proved when it is read: stores other than Amazon's refuse the SDK's own checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: SILENCE_TIMEOUT_MS },
  }
  return { client: new sdk.S3Client(settings), sdk, Upload }
}

function credentialsOf({ id, secret, token }: BucketKey) {
  return { accessKeyId: id, secretAccessKey: secret, ...(token === null ? {} : { sessionToken: token }) }
}

async function withReachability<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isUnreachable(error) ? unreachableRefusal(error) : error
  }
}

function unreachableRefusal(error: unknown): Refusal {
  log.error({ err: error }, 'the store of files did not answer')
  return new Refusal('store.unreachable')
}

/**
 * Makes the error for an answer that is not from a store: something in front, as the page of a gateway, says yes to
 * everything but has stored nothing.
 */
function noStore(): Error {
  return Object.assign(new Error('What answered is no store.'), { code: 'ENOSTORE' })
}

function isAbsent(error: unknown): boolean {
  return statusOf(error) === 404 && error instanceof Error && error.name !== 'NoSuchBucket'
}

/** Whether the store can't be used: it is away, refuses us, has no such bucket, or is not well. The caller can do nothing about it. */
function isUnreachable(error: unknown): boolean {
  if (error instanceof Refusal || !(error instanceof Error)) return false
  if (statusOf(error) !== null) return !isAbsent(error)
  return (
    error.name === 'TimeoutError' ||
    error.name === 'CredentialsProviderError' ||
    'code' in error ||
    isUnreachable(error.cause)
  )
}

function statusOf(error: unknown): number | null {
  if (!(error instanceof Error) || !('$metadata' in error)) return null
  const { httpStatusCode } = error.$metadata as { httpStatusCode?: number }
  return httpStatusCode ?? null
}
