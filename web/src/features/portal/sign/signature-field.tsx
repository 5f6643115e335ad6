import { Flex } from '@chakra-ui/react/flex';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { chakra } from '@chakra-ui/react/styled-system';
import { type RefObject, Suspense } from 'react';
import { lazyPart } from '../../../ui/eager/lazy-part.tsx';
import { RadioPill } from '../../../ui/form/radio.tsx';
import { FieldError } from '../field-error.tsx';
import { Missing } from '../preloaded-part.tsx';
import type { Begun } from './draft.ts';
import { Paper } from './paper.tsx';
import { TypedPicture } from './typed-picture.tsx';

const DrawPad = lazyPart(() => import('./draw-pad.tsx'), Missing);

const WAYS = { type: 'Type', draw: 'Draw' } as const satisfies Record<Begun['way'], string>;

interface Props {
  id: string;
  begun: Begun;
  onChange: (change: Partial<Begun>) => void;
  /** Canvas of the drawing. */
  canvas: RefObject<HTMLCanvasElement | null>;
  error: string | undefined;
}

/** Choice to type or draw the name, with its picture. */
export function SignatureField({ id, begun: { name, way, drawing }, onChange, canvas, error }: Props) {
  const errorId = `${id}-error`;
  return (
    <chakra.fieldset minW="0">
      <chakra.legend fontWeight="semibold" mb="1.5">
        Your signature
      </chakra.legend>
      <Flex gap="2" wrap="wrap" mb="2">
        {Object.entries(WAYS).map(([value, label]) => (
          <RadioPill
            key={value}
            look={{ minH: '11', px: '4', textStyle: 'md' }}
            {...(value === way && { id })}
            name="way"
            value={value}
            checked={value === way}
            onChange={() => onChange({ way: value === 'draw' ? 'draw' : 'type' })}
            aria-describedby={error && errorId}
          >
            {label}
          </RadioPill>
        ))}
      </Flex>
      {way === 'type' ? (
        <TypedPicture name={name} />
      ) : (
        <Suspense
          fallback={
            <Paper>
              <Skeleton aria-hidden width="full" aspectRatio="2 / 1" />
            </Paper>
          }
        >
          <DrawPad canvas={canvas} drawing={drawing} onDraw={(drawn) => onChange({ drawing: drawn })} />
        </Suspense>
      )}
      <FieldError id={errorId}>{error}</FieldError>
    </chakra.fieldset>
  );
}
