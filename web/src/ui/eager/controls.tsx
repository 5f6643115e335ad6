import { Box, type BoxProps } from '@chakra-ui/react/box';
import { createRecipeContext, type HTMLChakraProps, type RecipeProps } from '@chakra-ui/react/styled-system';
import { ChevronDown } from 'lucide-react';
import type { Ref } from 'react';

const { withContext } = createRecipeContext({ key: 'input' });

type Styled<T extends 'input' | 'select' | 'textarea'> = HTMLChakraProps<T, RecipeProps<'input'>>;
/** The browser's own input in our clothes. */
export type InputProps = Styled<'input'> & { ref?: Ref<HTMLInputElement> };
/** The browser's own list in our clothes. */
export type SelectProps = Styled<'select'> & { ref?: Ref<HTMLSelectElement> };
/** The browser's own text area in our clothes. */
export type TextareaProps = Styled<'textarea'> & { ref?: Ref<HTMLTextAreaElement> };

// What people write runs in the direction of its own script.
const OWN_DIRECTION = { defaultProps: { dir: 'auto' } } as const;

/** A one-line input. Native, so that login and portal load no more than they need. */
export const Input = withContext<HTMLInputElement, InputProps>('input', OWN_DIRECTION);

const NativeSelect = withContext<HTMLSelectElement, SelectProps>('select');
const NativeTextarea = withContext<HTMLTextAreaElement, TextareaProps>('textarea', OWN_DIRECTION);

/** An input of several lines that is as high as its `rows`, and grows with its text. */
export const Textarea = ({ rows = 2, ...props }: TextareaProps) => (
  <NativeTextarea
    rows={rows}
    height="auto"
    minH={`calc(${rows} * 1lh + 1rem + 2px)`}
    py="2"
    lineHeight="short"
    resize="vertical"
    fieldSizing="content"
    {...props}
  />
);

/** A choice of one from the browser's own list; `width` is the whole control's. */
export const Select = ({ width = 'full', ...props }: SelectProps & Pick<BoxProps, 'width'>) => (
  <Box position="relative" width={width}>
    <NativeSelect pe="9" cursor="pointer" {...props} />
    <Box position="absolute" insetEnd="2.5" top="50%" translate="0 -50%" pointerEvents="none" color="fg.muted">
      <ChevronDown size={16} aria-hidden />
    </Box>
  </Box>
);
