import type { Socket } from 'node:net';

export type LineSpeed = { kbitPerSecond: number; roundTripMs: number };

const PACKET_BYTES = 1_400;
const HELD_BYTES = 64_000;

type Lane = {
  to: Socket;
  from: Socket;
  waiting: Buffer[];
  /** Whether one of its packets is on the line: it is no longer waiting, and has not left yet. */
  isOnLine: boolean;
  heldBytes: number;
  opensAt: number;
};

/**
 * One direction of a phone's line: all connections take turns on it, packet by packet, and each
 * packet arrives half a round trip after it left.
 */
export class ShapedLine {
  readonly #lanes = new Map<Socket, Lane>();
  readonly #delayMs: number;
  readonly #msPerByte: number;
  #isPumping = false;

  constructor({ kbitPerSecond, roundTripMs }: LineSpeed) {
    this.#delayMs = roundTripMs / 2;
    this.#msPerByte = 8 / kbitPerSecond;
  }

  /** Carries the data from `from` to `to`; nothing leaves within the first `openAfterMs`. */
  connect(from: Socket, to: Socket, openAfterMs: number): void {
    const opensAt = performance.now() + openAfterMs;
    const lane: Lane = { from, to, waiting: [], isOnLine: false, heldBytes: 0, opensAt };
    this.#lanes.set(from, lane);
    from.on('data', (chunk: Buffer) => {
      for (let start = 0; start < chunk.length; start += PACKET_BYTES) {
        lane.waiting.push(chunk.subarray(start, start + PACKET_BYTES));
      }
      lane.heldBytes += chunk.length;
      if (lane.heldBytes > HELD_BYTES) from.pause();
      void this.#pump();
    });
    from.once('close', () => {
      if (lane.waiting.length === 0 && !lane.isOnLine) this.#close(lane);
    });
  }

  async #pump(): Promise<void> {
    if (this.#isPumping) return;
    this.#isPumping = true;
    // Timers are late by a millisecond or so, so the clock sets the pace, not their sum.
    let freeAt = performance.now();
    for (let lane = this.#next(); lane !== undefined; lane = this.#next()) {
      const packet = lane.waiting.shift();
      if (packet === undefined) continue;
      freeAt = Math.max(freeAt, lane.opensAt) + packet.length * this.#msPerByte;
      lane.isOnLine = true;
      await sleepUntil(freeAt);
      lane.isOnLine = false;
      this.#send(lane, packet);
    }
    this.#isPumping = false;
  }

  /** The lane whose turn it is: after a turn a lane waits behind the others. */
  #next(): Lane | undefined {
    const now = performance.now();
    for (const lane of this.#lanes.values()) {
      // The receiver is gone: the line was cut, or the browser has closed.
      if (lane.to.destroyed) this.#lanes.delete(lane.from);
    }
    const ready = [...this.#lanes.values()].filter((lane) => lane.waiting.length > 0);
    const lane = ready.find((each) => each.opensAt <= now) ?? ready[0];
    if (lane) {
      this.#lanes.delete(lane.from);
      this.#lanes.set(lane.from, lane);
    }
    return lane;
  }

  #send(lane: Lane, packet: Buffer): void {
    lane.heldBytes -= packet.length;
    if (lane.heldBytes <= HELD_BYTES) lane.from.resume();
    const isLast = lane.waiting.length === 0 && lane.from.closed;
    setTimeout(() => {
      if (!lane.to.destroyed) lane.to.write(packet);
    }, this.#delayMs);
    if (isLast) this.#close(lane);
  }

  #close(lane: Lane): void {
    this.#lanes.delete(lane.from);
    // After the same delay as its packets: only timers of one length keep their order.
    setTimeout(() => lane.to.end(), this.#delayMs);
  }
}

function sleepUntil(time: number): Promise<void> {
  const ms = time - performance.now();
  return ms > 0 ? new Promise((resolve) => setTimeout(resolve, ms)) : Promise.resolve();
}
