import { listenForPushes } from './push-worker.ts'

/* The worker of an area that keeps nothing on the device: it shows notices, and pages go on as if it were not there. */
listenForPushes()
