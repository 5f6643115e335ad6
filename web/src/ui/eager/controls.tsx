import { Box, type BoxProps } from '@chakra-ui/react/box';
import { createRecipeContext, type HTMLChakraProps, type RecipeProps } from '@chakra-ui/react/styled-system';
import { ChevronDown } from 'lucide-react';
import type { Ref } from 'react';

const { withContext } = createRecipeContext({ key: 'input' });

type Styled<T extends 'input' | 'select' | 'textarea'> = HTMLChakraProps<T, RecipeProps<'input'>>;
export type InputProps = Styled<'input'> & { ref?: Ref<HTMLInputElement> };
export type SelectProps = Styled<'select'> & { ref?: Ref<HTMLSelectElement> };
export type TextareaProps = Styled<'textarea'> & { ref?: Ref<HTMLTextAreaElement> };

// User text is written in the direction of its own script. Most of it is about other people than the browser knows.
const OF_USERS = { defaultProps: { dir: 'auto', autoComplete: 'off' } } as const;

/** One-line input. Native, to keep login and portal small. */
export const Input = withContext<HTMLInputElement, InputProps>('input', OF_USERS);

const NativeSelect = withContext<HTMLSelectElement, SelectProps>('select');
const NativeTextarea = withContext<HTMLTextAreaElement, TextareaProps>('textarea', OF_USERS);

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

/** Native select; `width` applies to the whole control. */
export const Select = ({ width = 'full', ...props }: SelectProps & Pick<BoxProps, 'width'>) => (
  <Box position="relative" width={width} maxW="full">
    <NativeSelect pe="9" cursor="pointer" {...props} />
    <Box position="absolute" insetEnd="2.5" top="50%" translate="0 -50%" pointerEvents="none" color="fg.muted">
      <ChevronDown size={16} aria-hidden />
    </Box>
  </Box>
);
