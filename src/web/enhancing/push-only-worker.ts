import { listenForPushes } from './push-worker.ts'

/* The worker of an area that keeps nothing on the device: it shows notices and leaves pages to the network. */
listenForPushes()
