import { useLayoutEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import {
  type Crop,
  type Cut,
  cutOf,
  placeOf,
  turnedRight,
  wholeCrop,
  ZOOM_MAX,
  zoomed,
} from './crop.ts';
import styles from './crop-dialog.module.css';
import { useCropMoves } from './use-crop-moves.ts';

const ZOOM_STEP = 0.25;

type Props = {
  preview: ImageBitmap;
  /** The square is being made. */
  isBusy: boolean;
  onUse: (cut: Cut) => void;
  onClose: () => void;
};

/** Cuts a picture to a square by hand (flows.md#profile-picture). */
export function CropDialog({ preview, isBusy, onUse, onClose }: Props) {
  const [size] = useState(() => ({ width: preview.width, height: preview.height }));
  const [crop, setCrop] = useState<Crop>(() => wholeCrop(size));
  const canvas = useRef<HTMLCanvasElement>(null);
  const moves = useCropMoves(size, setCrop);
  const { left, top, width } = placeOf(size, crop);
  const zoomBy = (step: number) => setCrop((before) => zoomed(size, before, before.zoom + step));

  useLayoutEffect(() => {
    // Handed over as it is: this thread draws nothing.
    canvas.current?.getContext('bitmaprenderer')?.transferFromImageBitmap(preview);
  }, [preview]);

  return (
    <Dialog
      variant="full"
      title="Move and zoom"
      head={
        <IconButton
          icon="refresh"
          aria-label="Turn the picture"
          onClick={() => setCrop((before) => turnedRight(size, before))}
        />
      }
      onClose={onClose}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields. */}
      <div
        {...moves}
        className={styles.view}
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the picture in it.
        tabIndex={0}
        aria-label="Your picture. Drag to move it, or use the arrow keys"
      >
        <div className={styles.square}>
          <canvas
            ref={canvas}
            width={size.width}
            height={size.height}
            className={styles.picture}
            style={{
              insetInlineStart: `${left}%`,
              insetBlockStart: `${top}%`,
              inlineSize: `${width}%`,
              transform: `translate(-50%, -50%) rotate(${crop.turns * 90}deg)`,
            }}
          />
        </div>
        <div className={styles.frame} />
      </div>
      <div className={styles.zoom}>
        <IconButton icon="minus" aria-label="Smaller" onClick={() => zoomBy(-ZOOM_STEP)} />
        <input
          type="range"
          className={styles.slider}
          aria-label="Zoom"
          aria-valuetext={`${crop.zoom.toFixed(1).replace('.0', '')} times`}
          min={1}
          max={ZOOM_MAX}
          step={0.05}
          value={crop.zoom}
          onChange={({ target }) => setCrop((before) => zoomed(size, before, target.valueAsNumber))}
        />
        <IconButton icon="plus" aria-label="Bigger" onClick={() => zoomBy(ZOOM_STEP)} />
      </div>
      <p className={styles.small}>We send a small copy only: 60 KB at most.</p>
      <div className={styles.ways}>
        <Button colour="night" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={isBusy} onClick={() => onUse(cutOf(size, crop))}>
          Use picture
        </Button>
      </div>
    </Dialog>
  );
}
